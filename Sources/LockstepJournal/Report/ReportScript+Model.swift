// SPDX-License-Identifier: MIT

extension Report {
  static let scriptModel = #"""
    'use strict';
    const $ = (id) => document.getElementById(id);
    const source = JSON.parse($('run').textContent);
    const texts = source.texts;
    const times = source.times.map(Number);
    const textAt = (index) => (index === null ? null : texts[index]);

    const turns = source.turns.map((row, index) => ({
      index, number: row[0], name: texts[row[1]], action: texts[row[2]], sender: texts[row[3]],
      searched: row.slice(1, 4), place: textAt(row[4]), isFromOutside: row[5] === 1,
      cause: row[6], effect: row[7], timeIndex: row[8], time: times[row[8]],
      outputs: row[9].map(textAt), difference: row[10],
      kind: row[7] !== null ? 'effect' : row[5] === 1 ? 'call' : 'follow',
      follows: [], started: [],
    }));
    const effects = source.effects.map((row) => ({
      number: row[0], name: textAt(row[1]), description: texts[row[2]], place: textAt(row[3]),
      startingTurn: row[4], beginIndex: row[5], begin: times[row[5]], end: textAt(row[6]),
      endTurn: row[7], endIndex: row[8], endTime: row[8] === null ? null : times[row[8]],
      sentCount: row[9], sent: [],
    }));
    const turnsByNumber = new Map(turns.map((turn) => [turn.number, turn]));
    const effectsByNumber = new Map(effects.map((effect) => [effect.number, effect]));
    const findTurn = (number) => (number === null ? undefined : turnsByNumber.get(number));
    const findEffect = (number) => (number === null ? undefined : effectsByNumber.get(number));

    // The turn that a turn follows from; never a later one.
    function causeOf(turn) {
      const cause = findTurn(turn.cause);
      return cause !== undefined && cause.index < turn.index ? cause : undefined;
    }
    for (const turn of turns) {
      causeOf(turn)?.follows.push(turn);
      findEffect(turn.effect)?.sent.push(turn);
    }
    for (const effect of effects) findTurn(effect.startingTurn)?.started.push(effect);

    // Returns the number of elements of a sorted array for which a test holds: all of them come first.
    function countWhile(array, test) {
      let low = 0, high = array.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (test(array[middle])) low = middle + 1; else high = middle;
      }
      return low;
    }

    // The causes of a turn, nearest first.
    function causesOf(turn) {
      const result = [];
      for (let cause = causeOf(turn); cause !== undefined; cause = causeOf(cause)) result.push(cause);
      return result;
    }

    // Everything that led to the selection, and everything that followed from it.
    function chainOf({ turn, effect }) {
      const chain = { turns: new Set(), effects: new Set() };
      const first = turn ?? findTurn(effect?.startingTurn ?? null);
      for (let each = first; each !== undefined; each = causeOf(each)) {
        chain.turns.add(each);
        const sender = findEffect(each.effect);
        if (sender !== undefined) chain.effects.add(sender);
      }
      const waiting = turn !== undefined ? [turn] : effect !== undefined ? [...effect.sent] : [];
      if (effect !== undefined) chain.effects.add(effect);
      const seen = new Set(waiting);
      while (waiting.length > 0) {
        const next = waiting.pop();
        chain.turns.add(next);
        for (const started of next.started) chain.effects.add(started);
        for (const follower of next.follows) {
          if (seen.has(follower)) continue;
          seen.add(follower);
          waiting.push(follower);
        }
      }
      return chain;
    }

    // One number of decimals for all times, as few as tell them apart, so that they line up.
    const longest = times.reduce((longest, time) => Math.max(longest, Math.abs(time)), 0);
    const inSeconds = longest >= 1 || longest === 0;
    const decimals = (() => {
      const scale = inSeconds ? 1 : 1000;
      const isExact = (digits) => times.every((time) =>
        Math.abs(Number((time * scale).toFixed(digits)) - time * scale) < 1e-9 * scale);
      return [0, 1, 2].find(isExact) ?? 3;
    })();
    function formatTime(time) {
      if (!inSeconds) return `${(time * 1000).toFixed(decimals)} ms`;
      const size = Math.abs(time);
      if (size < 60) return `${time.toFixed(decimals)} s`;
      const pad = (number, digits) => number.toFixed(digits).padStart(digits ? digits + 3 : 2, '0');
      const rounded = Number(size.toFixed(decimals));
      const minutes = Math.floor(rounded / 60);
      const clock = minutes < 60 ? `${minutes}` : `${Math.floor(minutes / 60)}:${pad(minutes % 60, 0)}`;
      return `${time < 0 ? '−' : ''}${clock}:${pad(rounded % 60, decimals)}`;
    }
    const exactTime = (index) => `${source.times[index]} s`;
    const count = (number, noun) =>
      `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
    const effectName = (effect) => effect.name ?? effect.description.split(', made at ')[0];
    """#
}
