// SPDX-License-Identifier: MIT

extension Report {
  static let scriptTimeline = #"""
    const timeline = $('timeline'), timelineCanvas = timeline.querySelector('canvas'), tip = $('tip');
    const rowHeight = 24, axisHeight = 24, headHeight = 76, markY = 57, margin = 18;
    const narrow = matchMedia('(max-width: 760px)');
    let slot = 0, gutter = 0;
    const view = { turn: undefined, effect: undefined, chain: undefined, shown: undefined };

    // Asking an element costs more than drawing a mark.
    const scrolled = { left: 0, top: 0 };
    function readScroll() {
      scrolled.left = timeline.scrollLeft;
      scrolled.top = timeline.scrollTop;
    }

    const contentWidth = () => gutter + 2 * margin + (afterLast - beforeFirst) * slot;
    const xOf = (position) => gutter + margin + (position - beforeFirst) * slot - scrolled.left;
    const positionAt = (x) => (x - gutter - margin + scrolled.left) / slot + beforeFirst;
    const yOf = (row) => headHeight + 4 + row * rowHeight + rowHeight / 2 - scrolled.top;
    const fittingSlot = () =>
      (timeline.clientWidth - gutter - 2 * margin) / (afterLast - beforeFirst);
    const numberWidth = () => 7 * `${turns[turns.length - 1].number}`.length + 8;
    const firstTurnFrom = (position) => countWhile(positions, (each) => each < position);

    function visibleRows(height) {
      const start = Math.max(0, Math.floor((scrolled.top - 4) / rowHeight));
      return [start, Math.min(rows.length, start + Math.ceil((height - headHeight) / rowHeight) + 2)];
    }

    function layOutTimeline() {
      gutter = narrow.matches ? 84 : 168;
      if (slot === 0) slot = Math.min(Math.max(fittingSlot(), 10), 48);
      $('timeline-size').style.width = `${Math.max(contentWidth(), timeline.clientWidth)}px`;
      const height = headHeight + rows.length * rowHeight + 10;
      $('timeline-size').style.height = `${Math.max(height, timeline.clientHeight)}px`;
      timeline.style.setProperty('--natural-height', `${height + 14}px`);
    }

    // Changes the width of turns, and keeps the one at `x` where it is.
    function zoom(newSlot, x = (timeline.clientWidth + gutter) / 2) {
      readScroll();
      const position = positionAt(x);
      slot = Math.min(Math.max(newSlot, Math.min(fittingSlot(), 10)), 64);
      layOutTimeline();
      timeline.scrollLeft = gutter + margin + (position - beforeFirst) * slot - x;
      redraw();
    }

    function drawTimeline() {
      readScroll();
      const [width, height] = [timeline.clientWidth, timeline.clientHeight];
      const context = prepare(timelineCanvas, width, height);
      context.font = font;
      context.textBaseline = 'middle';
      context.fillStyle = colors.panel;
      context.fillRect(0, 0, width, height);
      const range = [firstTurnFrom(positionAt(gutter - 60)), firstTurnFrom(positionAt(width + 60))];

      context.save();
      context.beginPath();
      context.rect(gutter, 0, width - gutter, height);
      context.clip();
      if (view.turn !== undefined) {
        const x = xOf(positions[view.turn.index]), band = Math.max(slot, 4);
        context.fillStyle = colors.tint;
        context.fillRect(x - band / 2, axisHeight, band, height);
      }
      drawGrid(context, range, height);
      drawArrows(context, range, height);
      drawBars(context, width, height);
      context.restore();
      drawGutter(context, height);
      context.save();
      context.beginPath();
      context.rect(gutter, 0, width - gutter, headHeight);
      context.clip();
      drawAxis(context, range);
      drawTurns(context, range);
      context.restore();
      context.fillStyle = colors.line;
      context.fillRect(0, headHeight - 1, width, 1);
      context.fillRect(gutter - 1, 0, 1, height);
      context.fillRect(0, axisHeight - 1, width, 1);
    }

    const strength = (isInChain) => (view.chain === undefined || isInChain ? 1 : 0.35);
    const isShown = (turn) => view.shown === undefined || view.shown.has(turn);

    function drawGrid(context, [first, last], height) {
      context.fillStyle = colors.line;
      const [start, end] = visibleRows(height);
      context.globalAlpha = 0.5;
      for (let index = start; index < end; index += 1) {
        context.fillRect(gutter, yOf(index) + rowHeight / 2, timeline.clientWidth, 1);
      }
      context.globalAlpha = 1;
      if (slot < 3) return;
      for (const index of visibleChanges(first, last)) {
        const x = Math.round(xOf(positions[index] - (index === 0 ? 0.5 : 0.9)));
        context.fillRect(x, axisHeight, 1, height);
      }
    }

    const visibleChanges = (first, last) => timeChanges.slice(
      countWhile(timeChanges, (index) => index < first), countWhile(timeChanges, (index) => index < last));

    // The time of the first turn in sight stays at the left; labels that would overlap are left out.
    function drawAxis(context, [first, last]) {
      context.fillStyle = colors.muted;
      const current = countWhile(timeChanges, (index) => index <= firstTurnFrom(positionAt(gutter))) - 1;
      let free = gutter, tick = -Infinity;
      const put = (index, x) => {
        const label = formatTime(turns[index].time), end = x + context.measureText(label).width;
        if (end < timeline.clientWidth) context.fillText(label, x, axisHeight / 2);
        free = end + 14;
      };
      const labelX = (index) => xOf(positions[index] - (index === 0 ? 0.5 : 0.9)) + 5;
      const changes = visibleChanges(first, last);
      const next = changes.find((index) => labelX(index) >= gutter + 4);
      if (current >= 0 && labelX(timeChanges[current]) < gutter + 4) {
        const width = context.measureText(formatTime(turns[timeChanges[current]].time)).width;
        if (next === undefined || labelX(next) > gutter + 4 + width + 14) {
          put(timeChanges[current], gutter + 5);
        }
      }
      for (const index of changes) {
        const x = labelX(index);
        if (x < Math.max(gutter + 4, tick + 2)) continue;
        tick = x;
        context.fillRect(Math.round(x) - 5, axisHeight - 6, 1, 5);
        if (x >= free) put(index, x);
      }
    }

    function drawTurns(context, [first, last]) {
      const hasNumbers = slot >= numberWidth() + 3;
      const width = hasNumbers ? Math.max(numberWidth(), 20) : Math.min(Math.max(slot - 2, 1), 8);
      context.textAlign = 'center';
      // Of marks closer than a pixel, one is drawn; one that stands out, if there is any.
      let drawn = { x: -Infinity, isFaint: true };
      for (let index = first; index < last; index += 1) {
        const turn = turns[index], x = xOf(positions[index]);
        const isFaint = (view.chain !== undefined && !view.chain.turns.has(turn)) || !isShown(turn);
        if (x < drawn.x + 1 && turn !== view.turn && (isFaint || !drawn.isFaint)) continue;
        drawn = { x, isFaint };
        drawMark(context, turn, x, markY, width, hasNumbers, isFaint);
      }
      context.textAlign = 'left';
    }

    // Lines from turns to their effects, from effects to their values, and to turns that follow at once.
    // Those of the chain are above the others.
    function drawArrows(context, range, height) {
      if (slot >= 5) drawSomeArrows(context, range, height, false);
      if (view.chain !== undefined) drawSomeArrows(context, range, height, true);
      context.globalAlpha = 1;
    }

    function drawSomeArrows(context, [first, last], height, areInChain) {
      const belongs = (turn, other) => areInChain === (view.chain !== undefined
        && view.chain.turns.has(turn) && (view.chain.effects.has(other) || view.chain.turns.has(other)));
      const shift = Math.min(slot / 8, 3.5);
      const starts = new Path2D(), sends = new Path2D(), heads = new Path2D();
      const followers = new Set(), hasHeads = slot >= (areInChain ? 3 : 8);
      let drawn = { x: -Infinity, y: 0 };
      for (let index = first; index < last; index += 1) {
        const turn = turns[index], x = xOf(positions[index]);
        for (const effect of turn.started) {
          const y = Math.min(yOf(effect.row), height);
          if (belongs(turn, effect) && y > headHeight) addLine(starts, x + shift, markY + 9, x + shift, y);
        }
        if (turn.kind === 'follow') followers.add(turn);
        for (const follower of turn.follows) if (follower.kind === 'follow') followers.add(follower);
        const sender = findEffect(turn.effect);
        if (sender === undefined || !belongs(turn, sender)) continue;
        const y = Math.min(yOf(sender.row), height);
        // Of lines closer than a pixel, a longer one covers a shorter one.
        if (x < drawn.x + 1 && y <= drawn.y) continue;
        drawn = { x, y };
        if (y > headHeight) addLine(sends, x - shift, y, x - shift, markY + 14);
        if (hasHeads) addHead(heads, x - shift, markY + 10, -1);
      }
      context.globalAlpha = areInChain ? 1 : view.chain === undefined ? 0.75 : 0.28;
      context.lineWidth = areInChain ? 1.75 : 1;
      context.strokeStyle = colors.muted;
      context.stroke(starts);
      context.strokeStyle = context.fillStyle = colors.effect;
      context.stroke(sends);
      context.fill(heads);
      drawArcs(context, [...followers].filter((turn) => belongs(turn, causeOf(turn))), hasHeads);
    }

    function drawArcs(context, followers, hasHeads) {
      const arcs = new Path2D(), heads = new Path2D(), y = markY - 11, shift = Math.min(slot / 6, 5);
      for (const turn of followers) {
        const cause = causeOf(turn);
        if (cause === undefined) continue;
        const from = xOf(positions[cause.index]) + shift, to = xOf(positions[turn.index]) - shift;
        if (to - from < 1 && slot < 2) continue;
        const top = y - Math.min(8 + (to - from) / 4, 18) - 2;
        arcs.moveTo(from, y + 1);
        arcs.bezierCurveTo(from, top, to, top, to, y - 3);
        if (hasHeads) addHead(heads, to, y + 1, 1);
      }
      context.strokeStyle = context.fillStyle = colors.follow;
      context.stroke(arcs);
      context.fill(heads);
    }

    function drawBars(context, width, height) {
      context.beginPath();
      context.rect(gutter, headHeight, width - gutter, height - headHeight);
      context.clip();
      const [left, right] = [positionAt(gutter - 10), positionAt(width + 10)];
      const [start, end] = visibleRows(height);
      const shift = Math.min(slot / 8, 3.5);
      for (let index = start; index < end; index += 1) {
        const own = rows[index].effects;
        // Bars narrower than a pixel are drawn once for each pixel.
        let drawn = -Infinity;
        for (let each = countWhile(own, (effect) => effect.to < left); each < own.length; each += 1) {
          const effect = own[each];
          if (effect.from > right) break;
          const isSelected = effect === view.effect;
          const to = Math.min(xOf(effect.to), width + 12);
          if (to < drawn + 1 && !isSelected) continue;
          drawn = to;
          context.globalAlpha = strength(view.chain?.effects.has(effect));
          const from = Math.max(xOf(effect.from) + shift, gutter - 12);
          drawBar(context, effect, from, to, yOf(index), isSelected);
          if (rows[index].effects.length === 1 || to - from < 40) continue;
          const label = `#${effect.number}${rows[index].isMixed ? ` ${effectName(effect)}` : ''}`;
          const labelX = Math.max(from, gutter) + 6;
          context.fillStyle = colors.text;
          context.fillText(fit(context, label, Math.min(to, width) - labelX - 10), labelX, yOf(index) + 0.5);
        }
      }
      context.globalAlpha = 1;
    }

    function drawGutter(context, height) {
      context.fillStyle = colors.raised;
      context.fillRect(0, 0, gutter, height);
      context.save();
      context.beginPath();
      context.rect(0, headHeight, gutter, height);
      context.clip();
      const [start, end] = visibleRows(height);
      for (let index = start; index < end; index += 1) {
        const row = rows[index], y = yOf(index);
        if (row.label === '') continue;
        const isFaint = view.chain !== undefined && !row.effects.some((each) => view.chain.effects.has(each));
        context.fillStyle = isFaint ? colors.muted : colors.text;
        const noteWidth = row.note === '' ? 0 : context.measureText(row.note).width + 8;
        context.fillText(fit(context, row.label, gutter - 22 - noteWidth), 12, y);
        context.fillStyle = colors.muted;
        context.textAlign = 'right';
        context.fillText(row.note, gutter - 9, y);
        context.textAlign = 'left';
      }
      context.restore();
      context.fillStyle = colors.muted;
      context.fillText('Time', 12, axisHeight / 2);
      context.fillStyle = colors.text;
      context.fillText('Turns', 12, markY);
    }

    // Returns the turn or the effect at a point of the canvas.
    function hit(x, y) {
      if (y < headHeight) {
        if (x < gutter || y < axisHeight || turns.length === 0) return {};
        const position = positionAt(x);
        const after = Math.min(firstTurnFrom(position), turns.length - 1);
        const before = Math.max(after - 1, 0);
        const isBefore = position - positions[before] < positions[after] - position;
        const turn = turns[isBefore ? before : after];
        return Math.abs(xOf(positions[turn.index]) - x) <= Math.max(slot / 2, 6) ? { turn } : {};
      }
      const row = rows[Math.floor((y - headHeight - 4 + scrolled.top) / rowHeight)];
      if (row === undefined) return {};
      if (x < gutter) return row.effects.length === 1 ? { effect: row.effects[0] } : {};
      const effect = row.effects.find((each) => xOf(each.from) - 4 <= x && x <= xOf(each.to) + 6);
      return effect === undefined ? {} : { effect };
    }

    function eventPoint(event) {
      const bounds = timeline.getBoundingClientRect();
      return [event.clientX - bounds.left, event.clientY - bounds.top];
    }
    timeline.addEventListener('click', (event) => {
      const found = hit(...eventPoint(event));
      if (found.turn !== undefined || found.effect !== undefined) select(found, { keepsTimeline: true });
    });
    timeline.addEventListener('pointermove', (event) => {
      const { turn, effect } = event.pointerType === 'mouse' ? hit(...eventPoint(event)) : {};
      timeline.classList.toggle('points', turn !== undefined || effect !== undefined);
      tip.hidden = turn === undefined && effect === undefined;
      if (tip.hidden) return;
      setText(tip, turn !== undefined
        ? `${turn.number}  ${plainText(turn.name)}  ${formatTime(turn.time)}`
        : `#${effect.number}  ${plainText(effectName(effect))}  ${endWord(effect)}`);
      const bounds = timeline.parentElement.getBoundingClientRect();
      const x = Math.min(event.clientX - bounds.left + 12, bounds.width - tip.offsetWidth - 8);
      tip.style.transform = `translate(${Math.max(x, 8)}px, ${event.clientY - bounds.top + 18}px)`;
    });
    timeline.addEventListener('pointerleave', () => { tip.hidden = true; });
    timeline.addEventListener('wheel', (event) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        zoom(slot * Math.exp(-event.deltaY / 200), eventPoint(event)[0]);
      } else if (!narrow.matches && event.deltaX === 0 && !event.shiftKey
        && timeline.scrollHeight <= timeline.clientHeight && timeline.scrollWidth > timeline.clientWidth) {
        event.preventDefault();
        timeline.scrollLeft += event.deltaY;
      }
    }, { passive: false });
    """#
}
