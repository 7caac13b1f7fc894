// SPDX-License-Identifier: MIT

extension Report {
  static let scriptDrawing = #"""
    const colors = {};
    const colorNames = ['panel', 'raised', 'line', 'text', 'muted', 'accent', 'tint', 'call', 'effect',
      'follow', 'on-mark', 'bar', 'bar-line', 'cancelled', 'unmounted', 'running'];

    // Canvases take no variables: what the style says is read from an element.
    function readColors() {
      const probe = element('span');
      document.body.append(probe);
      for (const name of colorNames) {
        probe.style.color = `var(--${name})`;
        colors[name] = getComputedStyle(probe).color;
      }
      probe.remove();
    }

    // Makes a canvas as large as its place on the screen, and returns what draws in it.
    function prepare(canvas, width, height) {
      const scale = window.devicePixelRatio || 1;
      const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
      if (canvas.width !== wide || canvas.height !== high) {
        canvas.width = wide;
        canvas.height = high;
        canvas.style.width = `${width}px`;
        canvas.style.height = `${height}px`;
      }
      const context = canvas.getContext('2d');
      context.setTransform(scale, 0, 0, scale, 0, 0);
      context.globalAlpha = 1;
      context.direction = 'ltr';
      return context;
    }

    const font = '11px system-ui, sans-serif';
    const fitting = new Map();
    // Returns as much of a text as fits into a width.
    function fit(context, text, width) {
      if (width < 20) return '';
      // In steps, so that labels which move with the edge are found again.
      width -= width % 8;
      const key = `${width} ${text}`;
      let result = fitting.get(key);
      if (result !== undefined) return result;
      if (fitting.size > 5000) fitting.clear();
      const characters = Array.from(plainText(text.slice(0, 300)));
      result = characters.join('');
      if (context.measureText(result).width > width) {
        const isTooLong = (length) =>
          context.measureText(`${characters.slice(0, length).join('')}…`).width <= width;
        const lengths = characters.map((_, index) => index + 1);
        result = `${characters.slice(0, countWhile(lengths, isTooLong)).join('')}…`;
      }
      fitting.set(key, result);
      return result;
    }

    function line(context, x1, y1, x2, y2) {
      context.beginPath();
      context.moveTo(x1, y1);
      context.lineTo(x2, y2);
      context.stroke();
    }

    function box(context, x, y, width, height, radius) {
      context.beginPath();
      context.roundRect(x, y, width, height, Math.min(radius, width / 2));
    }

    function addLine(path, x1, y1, x2, y2) {
      path.moveTo(x1, y1);
      path.lineTo(x2, y2);
    }

    // Adds an arrowhead whose tip is at a point; `direction` is 1 for down and -1 for up.
    function addHead(path, x, y, direction) {
      path.moveTo(x, y);
      path.lineTo(x - 3.5, y - 5 * direction);
      path.lineTo(x + 3.5, y - 5 * direction);
    }

    function drawMark(context, turn, x, y, width, hasNumber, isFaint) {
      const isSelected = turn === view.turn;
      context.globalAlpha = isFaint ? 0.25 : 1;
      context.fillStyle = colors[turn.kind];
      if (width < 3) {
        context.fillRect(x - width / 2, y - 9, width, 18);
      } else {
        box(context, x - width / 2, y - 9, width, 18, 4);
        context.fill();
      }
      context.globalAlpha = 1;
      if (hasNumber) {
        context.fillStyle = isFaint ? colors.muted : colors['on-mark'];
        context.fillText(`${turn.number}`, x, y + 0.5);
      }
      if (isSelected) {
        context.strokeStyle = colors.text;
        context.lineWidth = 2;
        box(context, x - width / 2 - 3, y - 12, width + 6, 24, 6);
        context.stroke();
      }
    }

    // The bar of an effect, with a mark of how it ended at its right.
    function drawBar(context, effect, from, to, y, isSelected) {
      if (to - from < 4 && !isSelected) {
        context.fillStyle = colors['bar-line'];
        context.fillRect(from, y - 7, Math.max(to - from, 1), 14);
        return;
      }
      const isShort = to - from < 10;
      context.fillStyle = colors.bar;
      context.strokeStyle = isSelected ? colors.text : colors['bar-line'];
      context.lineWidth = isSelected ? 2 : 1;
      context.beginPath();
      if (effect.end === null) {
        context.moveTo(from, y - 7);
        context.lineTo(to - 6, y - 7);
        context.lineTo(to + 1, y);
        context.lineTo(to - 6, y + 7);
        context.lineTo(from, y + 7);
        context.closePath();
      } else {
        context.roundRect(from, y - 7, Math.max(to - from, 2), 14, isShort ? 1 : 3);
      }
      context.fill();
      context.stroke();
      if (effect.isTorn) {
        context.setLineDash([2, 2]);
        context.strokeStyle = colors.muted;
        line(context, from + 3, y - 7, from + 3, y + 7);
        context.setLineDash([]);
      }
      switch (effect.end) {
      case 'finished':
        context.fillStyle = colors.effect;
        context.fillRect(to - 3, y - 7, 3, 14);
        break;
      case 'cancelled':
        context.strokeStyle = colors.panel;
        context.lineWidth = 5;
        cross(context, to - 1, y);
        context.strokeStyle = colors.cancelled;
        context.lineWidth = 2;
        cross(context, to - 1, y);
        break;
      case 'endedWithState':
        context.fillStyle = colors.panel;
        context.strokeStyle = colors.unmounted;
        context.lineWidth = 1.75;
        context.beginPath();
        context.moveTo(to - 1, y - 6);
        context.lineTo(to + 5, y);
        context.lineTo(to - 1, y + 6);
        context.lineTo(to - 7, y);
        context.closePath();
        context.fill();
        context.stroke();
        break;
      }
    }

    function cross(context, x, y) {
      line(context, x - 4.5, y - 4.5, x + 4.5, y + 4.5);
      line(context, x - 4.5, y + 4.5, x + 4.5, y - 4.5);
    }
    """#
}
