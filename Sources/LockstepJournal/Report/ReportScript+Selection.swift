// SPDX-License-Identifier: MIT

extension Report {
  /// Selects turns and effects, and stores the selection in the address.
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
      drawTimeline();
      drawOverview();
      showRange();
      drawList();
    }
    const redraw = () => { if (turns.length > 0) schedule(drawAll); };

    // Selects a turn, an effect, or nothing. A jump can be undone by going back in the browser.
    function select({ turn, effect }, { jumps = false, keepsTimeline = false, fromAddress = false } = {}) {
      view.turn = turn;
      view.effect = effect;
      view.chain = turn === undefined && effect === undefined ? undefined : chainOf({ turn, effect });
      if (turn !== undefined) revealInList(turn);
      if (!keepsTimeline) revealInTimeline(turn, effect);
      if (!fromAddress) writeAddress(jumps);
      schedule(showDetailAtTop);
      redraw();
    }
    function showDetailAtTop() {
      showDetail();
      detail.scrollTop = 0;
    }

    function revealInTimeline(turn, effect) {
      if (turn === undefined && effect === undefined) return;
      readScroll();
      const position = turn !== undefined ? positions[turn.index] : effect.from;
      const x = xOf(position), inset = Math.min(60, (timeline.clientWidth - gutter) / 3);
      if (x < gutter + inset || x > timeline.clientWidth - inset) {
        timeline.scrollLeft += x - (timeline.clientWidth + gutter) / 2;
      }
      if (effect === undefined) return;
      const y = yOf(effect.row);
      if (y < headHeight + rowHeight) timeline.scrollTop += y - headHeight - rowHeight;
      if (y > timeline.clientHeight - rowHeight) timeline.scrollTop += y - timeline.clientHeight + rowHeight;
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
      // The news of a change that the report made may come after the next selection.
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
