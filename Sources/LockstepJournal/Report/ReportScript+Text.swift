// SPDX-License-Identifier: MIT

extension Report {
  /// Creates elements, with text of the run only in text nodes and attribute values.
  static let scriptText = #"""
    // Control characters and those that change the direction of text; not the joiners of emoji.
    const invisible =
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
    const invisibleRuns = new RegExp(`(${invisible.source})`);

    function symbolOf(character) {
      const short = { '\0': '\\0', '\r': '\\r' }[character];
      return short ?? `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`;
    }

    // Sets the text of an element; characters that nobody would see are shown as Swift would write them.
    function setText(target, text) {
      if (!invisible.test(text)) {
        target.textContent = text;
        return;
      }
      target.replaceChildren(...text.split(invisibleRuns).map((part, index) => {
        if (index % 2 === 0) return part;
        const character = document.createElement('span');
        character.className = 'invisible';
        character.dataset.symbol = symbolOf(part);
        character.textContent = part;
        return character;
      }));
    }

    // Returns the text in one line without invisible characters, for canvases and titles.
    function plainText(text) {
      return text.split(invisibleRuns).map((part, index) => (index % 2 ? symbolOf(part) : part))
        .join('').replace(/\s+/g, ' ');
    }

    function element(tag, attributes = {}, ...children) {
      const result = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) {
        if (name === 'text') setText(result, value);
        else if (name === 'click') result.addEventListener('click', value);
        else result.setAttribute(name, value);
      }
      result.append(...children);
      return result;
    }
    const button = (text, click, kind = '') => element('button', { type: 'button', class: kind, text, click });

    // A button that selects a turn, with its number and name.
    function turnLink(turn) {
      return element('button', {
        type: 'button', class: `link ${turn.kind}`, 'data-turn': turn.number,
        click: () => select({ turn }, { jumps: true }),
      }, element('span', { class: 'number', text: `${turn.number}` }),
      element('bdi', { class: 'name', text: turn.name }));
    }

    function effectLink(effect) {
      return element('button', {
        type: 'button', class: 'link effect-link', 'data-effect': effect.number,
        click: () => select({ effect }, { jumps: true }),
      }, element('span', { class: 'number', text: `#${effect.number}` }),
      element('bdi', { class: 'name', text: effectName(effect) }),
      element('span', { class: `state ${effect.end ?? 'running'}`, text: endWord(effect) }));
    }

    function endWord(effect) {
      switch (effect.end) {
      case null: return 'running';
      case 'endedWithState': return 'ended with its state';
      default: return effect.end;
      }
    }

    // A list that begins with some items and has a button for the others.
    function cutList(items, make, limit) {
      const list = element('ul', { class: 'links' });
      const add = (some) => list.append(...some.map((item) => element('li', {}, make(item))));
      const addFrom = (start, size) => {
        add(items.slice(start, start + size));
        const rest = items.length - start - size;
        if (rest <= 0) return;
        const more = element('li', {}, button(`Show ${Math.min(rest, 200)} of ${rest} more`, () => {
          more.remove();
          addFrom(start + size, 200);
        }, 'more'));
        list.append(more);
      };
      addFrom(0, limit);
      return list;
    }
    """#
}
