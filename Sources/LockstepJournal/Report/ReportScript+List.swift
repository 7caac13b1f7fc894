// SPDX-License-Identifier: MIT

extension Report {
  static let scriptList = #"""
    const list = $('list'), pool = [];
    let listed = turns, rowSize = 28;

    function makeRow() {
      const row = element('div', { class: 'row', role: 'option' });
      row.append(...['number', 'time', 'mark', 'name', 'sender'].map((name) =>
        element(name === 'name' || name === 'sender' ? 'bdi' : 'span', { class: name })));
      row.addEventListener('click', () => {
        const turn = listed[row.index];
        if (turn !== undefined) select({ turn });
      });
      $('list-size').append(row);
      return row;
    }

    function fillRow(row, index, isNew) {
      const turn = listed[index];
      row.hidden = turn === undefined;
      if (turn === undefined) return;
      row.style.transform = `translateY(${index * rowSize}px)`;
      if (isNew) {
        const [number, time, mark, name, sender] = row.children;
        number.textContent = `${turn.number}`;
        time.textContent = formatTime(turn.time);
        mark.className = `mark ${turn.kind}`;
        setText(name, turn.name);
        setText(sender, turn.sender);
        sender.title = plainText(turn.sender);
        row.id = `turn-${turn.number}`;
        row.setAttribute('aria-label', plainText(
          `${turn.number}, ${turn.name}, ${kindText(turn)}, ${formatTime(turn.time)}, ${turn.sender}`));
        row.classList.toggle('changes-time',
          index > 0 && listed[index - 1].timeIndex !== turn.timeIndex);
        row.setAttribute('aria-posinset', index + 1);
        row.setAttribute('aria-setsize', listed.length);
      }
      row.setAttribute('aria-selected', turn === view.turn);
      row.classList.toggle('in-chain', view.chain?.turns.has(turn) ?? false);
    }

    function drawList() {
      const length = Math.ceil(list.clientHeight / rowSize) + 6;
      while (pool.length < length) pool.push(makeRow());
      const first = Math.max(0, Math.floor(list.scrollTop / rowSize) - 3);
      for (let index = first; index < first + pool.length; index += 1) {
        const row = pool[index % pool.length];
        const isNew = row.index !== index || row.listed !== listed;
        row.index = index;
        row.listed = listed;
        fillRow(row, index, isNew);
      }
      if (view.turn === undefined) list.removeAttribute('aria-activedescendant');
      else list.setAttribute('aria-activedescendant', `turn-${view.turn.number}`);
    }

    function layOutList() {
      rowSize = narrow.matches ? 48 : 28;
      list.style.setProperty('--row', `${rowSize}px`);
      $('list-size').style.height = `${listed.length * rowSize}px`;
      for (const row of pool) row.listed = undefined;
    }

    function revealInList(turn) {
      const index = countWhile(listed, (each) => each.index < turn.index);
      if (listed[index] !== turn) return;
      const top = index * rowSize, bottom = top + rowSize;
      const above = list.scrollTop - top, below = bottom - list.scrollTop - list.clientHeight;
      if (Math.max(above, below) > 2 * rowSize) list.scrollTop = top - (list.clientHeight - rowSize) / 2;
      else if (above > 0) list.scrollTop = top;
      else if (below > 0) list.scrollTop = bottom - list.clientHeight;
    }
    """#
}
