// SPDX-License-Identifier: MIT

extension Report {
  static let scriptFilter = #"""
    const search = $('search'), filter = $('filter'), filterButton = $('filter-button');
    const hiddenNames = new Set(), boxes = [];
    let lowercased;

    const counts = new Map();
    for (const turn of turns) counts.set(turn.name, (counts.get(turn.name) ?? 0) + 1);
    const allNames = [...counts.keys()].sort((one, other) => (one < other ? -1 : 1));

    // Returns a test of turns: whether a text or the number matches the search.
    function matcher(query) {
      if (query === '') return () => true;
      lowercased ??= new Map();
      const found = new Map();
      const contains = (index) => {
        let result = found.get(index);
        if (result !== undefined) return result;
        if (!lowercased.has(index)) lowercased.set(index, texts[index].toLowerCase());
        result = lowercased.get(index).includes(query);
        found.set(index, result);
        return result;
      };
      return (turn) => `${turn.number}` === query || turn.searched.some(contains);
    }

    function applyFilter() {
      const query = search.value.trim().toLowerCase();
      const matches = matcher(query);
      const isFiltered = query !== '' || hiddenNames.size > 0;
      listed = isFiltered
        ? turns.filter((turn) => !hiddenNames.has(turn.name) && matches(turn)) : turns;
      view.shown = isFiltered ? new Set(listed) : undefined;
      $('count').textContent = isFiltered
        ? `${listed.length.toLocaleString('en')} of ${turns.length.toLocaleString('en')}` : '';
      $('none').hidden = listed.length > 0;
      const shownNames = allNames.length - hiddenNames.size;
      filterButton.textContent = hiddenNames.size === 0
        ? 'Actions' : `Actions ${shownNames}/${allNames.length}`;
      filterButton.classList.toggle('active', hiddenNames.size > 0);
      for (const { input, names } of boxes) {
        const hidden = names.filter((name) => hiddenNames.has(name)).length;
        input.checked = hidden === 0;
        input.indeterminate = hidden > 0 && hidden < names.length;
      }
      layOutList();
      if (view.turn !== undefined) revealInList(view.turn);
      showDetail();
      redraw();
    }

    function clearFilter() {
      search.value = '';
      hiddenNames.clear();
      applyFilter();
    }

    function setHidden(names, areHidden) {
      for (const name of names) {
        if (areHidden) hiddenNames.add(name); else hiddenNames.delete(name);
      }
      applyFilter();
    }

    // Names by their parts: { label, names, children }, where a part with a single child is one with it.
    function makeTree(names, depth) {
      const groups = new Map();
      for (const name of names) {
        // Undefined where a name ends, which may be that of a group, too.
        const part = name.split('.')[depth];
        if (!groups.has(part)) groups.set(part, []);
        groups.get(part).push(name);
      }
      return [...groups].map(([, names]) => {
        if (names.length === 1) return { label: names[0], names, children: [] };
        let shared = depth + 1;
        const parts = names[0].split('.');
        const isShared = (name) => name.split('.').slice(0, shared + 1).join('.')
          === parts.slice(0, shared + 1).join('.');
        while (shared < parts.length && names.every(isShared)) shared += 1;
        const label = `${parts.slice(0, shared).join('.')}.*`;
        return { label, names, children: makeTree(names, shared) };
      });
    }

    function makeCheckbox(node) {
      const input = element('input', { type: 'checkbox' });
      input.addEventListener('change', () => setHidden(node.names, !input.checked));
      boxes.push({ input, names: node.names });
      const total = node.names.reduce((sum, name) => sum + counts.get(name), 0);
      return element('label', {}, input, element('bdi', { class: 'name', text: node.label }),
        element('span', { class: 'total', text: total.toLocaleString('en') }));
    }

    function makeBranch(node, isOpen) {
      const item = element('li');
      const line = element('div', { class: 'branch' });
      item.append(line);
      if (node.children.length === 0) {
        line.append(element('span', { class: 'space' }), makeCheckbox(node));
        return item;
      }
      const children = element('ul', {},
        ...node.children.map((child) => makeBranch(child, isOpen)));
      const fold = element('button', {
        type: 'button', class: 'fold', 'aria-label': `Cases of ${node.label}`,
        click: () => setOpen(children.hidden),
      });
      const setOpen = (isOpen) => {
        children.hidden = !isOpen;
        fold.setAttribute('aria-expanded', isOpen);
      };
      setOpen(isOpen);
      line.append(fold, makeCheckbox(node));
      item.append(children);
      return item;
    }

    function makeFilter() {
      const tree = makeTree(allNames, 0);
      filter.append(
        element('div', { class: 'all' },
          button('All', () => setHidden(allNames, false)),
          button('None', () => setHidden(allNames, true))),
        element('ul', {}, ...tree.map((node) => makeBranch(node, allNames.length <= 16))));
    }

    function setFilterOpen(isOpen) {
      if (isOpen && boxes.length === 0) makeFilter();
      filter.hidden = !isOpen;
      filterButton.setAttribute('aria-expanded', isOpen);
      applyFilter();
    }
    filterButton.addEventListener('click', () => setFilterOpen(filter.hidden));
    search.addEventListener('input', applyFilter);
    $('clear').addEventListener('click', clearFilter);
    """#
}
