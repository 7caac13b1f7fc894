// SPDX-License-Identifier: MIT

extension Report {
  static let scriptDifference = #"""
    const shownLines = 40;

    function differenceView(indices) {
      if (indices === null) {
        return sentence('Not known: the journal did not keep the states before and after this turn.');
      }
      if (indices.length === 0) return sentence('Nothing changed.');
      const lines = element('div', { class: 'difference' });
      const add = (some) => lines.append(...some.map((index) => {
        const kind = { '+': 'added', '-': 'removed' }[texts[index][0]] ?? 'same';
        return element('div', { class: kind, text: texts[index] });
      }));
      add(indices.slice(0, shownLines));
      if (indices.length <= shownLines) return lines;
      const all = button(`Show all ${indices.length.toLocaleString('en')} lines`, () => {
        all.remove();
        add(indices.slice(shownLines));
      }, 'more');
      return element('div', {}, lines, all);
    }
    """#
}
