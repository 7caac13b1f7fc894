// SPDX-License-Identifier: MIT

extension Report {
  static let scriptKeys = #"""
    const help = $('help');

    // Selects the listed turn that is a number of rows away from the selected one.
    function move(rows) {
      const current = view.turn ?? findTurn(view.effect?.startingTurn ?? null);
      const below = current === undefined ? 0
        : countWhile(listed, (turn) => turn.index < current.index);
      const isListed = current !== undefined && listed[below] === current;
      const target = current === undefined ? (rows > 0 ? 0 : listed.length - 1)
        : isListed ? below + rows : rows > 0 ? below + rows - 1 : below + rows;
      selectListed(target);
    }

    // Selects a listed turn by its index, or the nearest one if there are fewer.
    function selectListed(index) {
      if (listed.length === 0) return;
      select({ turn: listed[Math.min(Math.max(index, 0), listed.length - 1)] });
    }

    function moveToCause() {
      const cause = view.turn !== undefined ? causeOf(view.turn)
        : findTurn(view.effect?.startingTurn ?? null);
      if (cause !== undefined) select({ turn: cause }, { jumps: true });
    }

    function escape() {
      if (!filter.hidden && filter.contains(document.activeElement)) {
        setFilterOpen(false);
        filterButton.focus();
      } else if (document.activeElement === search) {
        if (search.value === '') list.focus();
        search.value = '';
        applyFilter();
      } else if (view.turn !== undefined || view.effect !== undefined) {
        select({});
      } else if (listed !== turns) {
        clearFilter();
      }
    }

    const commands = {
      j: () => move(1), k: () => move(-1), c: moveToCause, '?': () => help.showModal(),
      '/': () => { search.focus(); search.select(); },
      '+': () => zoom(slot * 1.4), '=': () => zoom(slot * 1.4), '-': () => zoom(slot / 1.4),
      0: () => zoom(fittingSlot()),
    };
    // Keys that buttons and panes that scroll need for themselves.
    const ownCommands = {
      ArrowDown: () => move(1), ArrowUp: () => move(-1), Enter: moveToCause,
      Home: () => selectListed(0), End: () => selectListed(listed.length - 1),
      PageDown: () => move(Math.max(1, Math.floor(list.clientHeight / rowSize) - 1)),
      PageUp: () => move(-Math.max(1, Math.floor(list.clientHeight / rowSize) - 1)),
    };
    const timelineCommands = { ArrowRight: () => move(1), ArrowLeft: () => move(-1) };

    document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || help.open || turns.length === 0) return;
      const focused = document.activeElement;
      let command;
      if (event.key === 'Escape') {
        command = escape;
      } else if (focused === search) {
        if (event.key === 'Enter' || event.key === 'ArrowDown') {
          command = () => { list.focus(); if (view.shown?.has(view.turn) !== true) move(1); };
        }
      } else {
        command = Object.hasOwn(commands, event.key) ? commands[event.key] : undefined;
        const isOwn = focused === document.body || focused === list || focused === timeline;
        if (isOwn && Object.hasOwn(ownCommands, event.key)) command = ownCommands[event.key];
        if (focused === timeline && Object.hasOwn(timelineCommands, event.key)) {
          command = timelineCommands[event.key];
        }
      }
      if (command === undefined) return;
      event.preventDefault();
      command();
    });

    // The chosen colors hold as long as the report is open.
    const dark = matchMedia('(prefers-color-scheme: dark)');
    let chosenTheme;
    function applyTheme() {
      const isDark = chosenTheme === undefined ? dark.matches : chosenTheme === 'dark';
      document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
      $('theme').setAttribute('aria-label', isDark ? 'Use light colors' : 'Use dark colors');
      readColors();
      redraw();
    }
    dark.addEventListener('change', applyTheme);
    $('theme').addEventListener('click', () => {
      chosenTheme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
      applyTheme();
    });
    $('help-button').addEventListener('click', () => help.showModal());
    help.addEventListener('click', (event) => { if (event.target === help) help.close(); });
    $('legend-button').addEventListener('click', () => {
      const isOpen = $('legend').classList.toggle('open');
      $('legend-button').setAttribute('aria-expanded', isOpen);
      layOut();
    });
    $('zoom-in').addEventListener('click', () => zoom(slot * 1.4));
    $('zoom-out').addEventListener('click', () => zoom(slot / 1.4));
    $('zoom-fit').addEventListener('click', () => zoom(fittingSlot()));

    function showHeader() {
      document.title = source.title;
      setText($('title'), source.title);
      const running = effects.filter((effect) => effect.end === null);
      const summary = [`${count(turns.length, 'turn')}, ${count(effects.length, 'effect')}`];
      if (running.length > 0) {
        summary.push(` · ${running.length.toLocaleString('en')} running: `);
        running.slice(0, 4).forEach((effect, index) => summary.push(index > 0 ? ', ' : '',
          element('button', {
            type: 'button', class: 'inline', text: effectName(effect),
            click: () => select({ effect }, { jumps: true }),
          })));
        if (running.length > 4) summary.push(` and ${running.length - 4} more`);
      }
      $('summary').append(...summary);
      if (source.dropped === 0) return;
      $('dropped').hidden = false;
      $('dropped').textContent = source.dropped === 1
        ? '1 earlier turn is no longer known.'
        : `${source.dropped.toLocaleString('en')} earlier turns are no longer known.`;
    }

    function layOut() {
      layOutTimeline();
      layOutList();
      redraw();
    }

    function start() {
      showHeader();
      applyTheme();
      if (turns.length === 0) {
        $('empty').hidden = false;
        $('empty').textContent = effects.length === 0
          ? 'There are no turns in this run: the store received no action.'
          : `There are no turns in this run: the store received no action, and has ${
            count(effects.length, 'effect')}.`;
        document.documentElement.dataset.ready = performance.now();
        return;
      }
      $('main').hidden = false;
      overview.hidden = turns.length < 60;
      timeline.querySelector('canvas').setAttribute('aria-label',
        `${count(turns.length, 'turn')} and ${count(effects.length, 'effect')} in the order of turns`);
      new ResizeObserver(layOut).observe(document.body);
      timeline.addEventListener('scroll', redraw, { passive: true });
      list.addEventListener('scroll', () => schedule(drawList), { passive: true });
      layOut();
      readAddress();
      showDetail();
      requestAnimationFrame(() => { document.documentElement.dataset.ready = performance.now(); });
    }
    start();
    """#
}
