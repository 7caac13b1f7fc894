// SPDX-License-Identifier: MIT

extension Page {
  /// Selects turns and effects, which the address names, too.
  static let scriptSelection = #"""
    const scheduled = new Set();
    // Calls a function before the next frame, once.
    function schedule(work) {
      if (scheduled.has(work)) return;
      scheduled.add(work);
      requestAnimationFrame(() => {
        scheduled.delete(work);
        work();
      });
    }
    function drawAll() {
      drawLanes();
      drawOverview();
      showRange();
      drawList();
    }
    const redraw = () => { if (turns.length > 0) schedule(drawAll); };

    // Selects a turn, an effect, or nothing. A jump can be undone by going back in the browser.
    function select({ turn, effect }, { jumps = false, keepsLanes = false, fromAddress = false } = {}) {
      view.turn = turn;
      view.effect = effect;
      view.chain = turn === undefined && effect === undefined ? undefined : chainOf({ turn, effect });
      if (turn !== undefined) revealInList(turn);
      if (!keepsLanes) revealInLanes(turn, effect);
      if (!fromAddress) writeAddress(jumps);
      schedule(showDetailAtTop);
      redraw();
    }
    function showDetailAtTop() {
      showDetail();
      detail.scrollTop = 0;
    }

    function revealInLanes(turn, effect) {
      if (turn === undefined && effect === undefined) return;
      readScroll();
      const position = turn !== undefined ? positions[turn.index] : effect.from;
      const x = xOf(position), inset = Math.min(60, (lanes.clientWidth - gutter) / 3);
      if (x < gutter + inset || x > lanes.clientWidth - inset) {
        lanes.scrollLeft += x - (lanes.clientWidth + gutter) / 2;
      }
      if (effect === undefined) return;
      const y = yOf(effect.row);
      if (y < headHeight + rowHeight) lanes.scrollTop += y - headHeight - rowHeight;
      if (y > lanes.clientHeight - rowHeight) lanes.scrollTop += y - lanes.clientHeight + rowHeight;
    }

    const address = () => (view.turn !== undefined ? `#turn=${view.turn.number}`
      : view.effect !== undefined ? `#effect=${view.effect.number}` : '#');
    let addressTimer, known = '';
    // Browsers bear few changes in a second: what a held key passes by is left out.
    function writeAddress(jumps) {
      const write = () => {
        if (jumps) location.hash = address(); else location.replace(address());
        known = location.hash;
      };
      clearTimeout(addressTimer);
      if (jumps) write(); else addressTimer = setTimeout(write, 150);
    }

    function readAddress() {
      // The news of a change that the page made may come after the next selection.
      if (location.hash === known) return;
      known = location.hash;
      const [, kind, number] = location.hash.match(/^#(turn|effect)=(\d{1,15})$/) ?? [];
      const turn = kind === 'turn' ? findTurn(Number(number)) : undefined;
      const effect = kind === 'effect' ? findEffect(Number(number)) : undefined;
      if (turn !== view.turn || effect !== view.effect) select({ turn, effect }, { fromAddress: true });
    }
    addEventListener('hashchange', readAddress);
    """#
}
