// SPDX-License-Identifier: MIT

extension Report {
  static let scriptOverview = #"""
    const overview = $('overview'), range = $('range');
    const overviewHeight = 34;
    let overviewKey = '';

    // Turns as columns as high as there are turns at the place; running effects as an area behind them.
    function drawOverview() {
      const width = overview.clientWidth;
      const key = `${width} ${colors.panel} ${window.devicePixelRatio}`;
      if (overview.hidden || key === overviewKey) return;
      overviewKey = key;
      const context = prepare(overview.querySelector('canvas'), width, overviewHeight);
      context.fillStyle = colors.raised;
      context.fillRect(0, 0, width, overviewHeight);
      const columns = Math.max(Math.floor(width / 2), 1);
      const columnOf = (position) => Math.min(columns - 1,
        Math.floor((position - beforeFirst) / (afterLast - beforeFirst) * columns));
      const running = new Int32Array(columns + 1);
      for (const effect of effects) {
        running[columnOf(effect.from)] += 1;
        running[columnOf(effect.to) + 1] -= 1;
      }
      for (let column = 1; column <= columns; column += 1) running[column] += running[column - 1];
      const most = running.reduce((most, count) => Math.max(most, count), 1);
      context.fillStyle = colors.bar;
      for (let column = 0; column < columns; column += 1) {
        const height = running[column] / most * (overviewHeight - 8);
        context.fillRect(column * 2, overviewHeight - height, 2, height);
      }
      const kinds = ['call', 'effect', 'follow'];
      const counts = kinds.map(() => new Int32Array(columns));
      for (const turn of turns) counts[kinds.indexOf(turn.kind)][columnOf(positions[turn.index])] += 1;
      let highest = 1;
      for (let column = 0; column < columns; column += 1) {
        highest = Math.max(highest, counts.reduce((sum, each) => sum + each[column], 0));
      }
      context.globalAlpha = 0.6;
      for (let column = 0; column < columns; column += 1) {
        let y = overviewHeight;
        kinds.forEach((kind, index) => {
          const height = counts[index][column] / highest * (overviewHeight - 10);
          context.fillStyle = colors[kind];
          context.fillRect(column * 2, y - height, 1.5, height);
          y -= height;
        });
      }
    }

    function showRange() {
      const width = timeline.scrollWidth - gutter, scale = overview.clientWidth / width;
      range.style.transform = `translateX(${timeline.scrollLeft * scale}px)`;
      range.style.width = `${Math.max((timeline.clientWidth - gutter) * scale, 6)}px`;
    }

    function moveRange(event) {
      const x = event.clientX - overview.getBoundingClientRect().left;
      const width = timeline.scrollWidth - gutter;
      timeline.scrollLeft = x / overview.clientWidth * width - (timeline.clientWidth - gutter) / 2;
    }
    overview.addEventListener('pointerdown', (event) => {
      overview.setPointerCapture(event.pointerId);
      moveRange(event);
    });
    overview.addEventListener('pointermove', (event) => {
      if (event.buttons !== 0) moveRange(event);
    });
    """#
}
