// SPDX-License-Identifier: MIT

extension Report {
  /// Positions follow the order of turns rather than time, because thousands of turns in a test can have the same time.
  static let scriptLayout = #"""
    const positions = new Float64Array(turns.length);
    // The indices of the turns at which the time changes, and of the first one.
    const timeChanges = [];
    for (let index = 0; index < turns.length; index += 1) {
      const isChange = index === 0 || turns[index].timeIndex !== turns[index - 1].timeIndex;
      if (isChange) timeChanges.push(index);
      if (index > 0) positions[index] = positions[index - 1] + (isChange ? 1.8 : 1);
    }
    const lastPosition = turns.length > 0 ? positions[turns.length - 1] : 0;
    const beforeFirst = -0.7, afterLast = lastPosition + 0.9;

    // The position behind a turn, in the gap to the next one.
    function positionBehind(index) {
      if (index < 0) return beforeFirst;
      if (index >= turns.length - 1) return lastPosition + 0.5;
      return positions[index] + (positions[index + 1] - positions[index]) / 2;
    }
    function positionOfNumber(number) {
      const turn = findTurn(number);
      if (turn !== undefined) return positions[turn.index];
      return positionBehind(countWhile(turns, (turn) => turn.number < number) - 1);
    }
    function beginPosition(effect) {
      return effect.startingTurn === null ? beforeFirst : positionOfNumber(effect.startingTurn);
    }
    function endPosition(effect) {
      if (effect.end === null) return afterLast;
      if (effect.endTurn !== null) return positionOfNumber(effect.endTurn);
      // Behind the first turn that fits: nothing tells which of the turns at one time came before.
      const isBefore = (number) => (turn) => turn.number <= number;
      return positionBehind(Math.max(
        countWhile(turns, (turn) => turn.time < effect.endTime) - 1,
        effect.startingTurn === null ? -1 : countWhile(turns, isBefore(effect.startingTurn)) - 1,
        effect.sent.length === 0 ? -1 : effect.sent[effect.sent.length - 1].index,
      ));
    }
    for (const effect of effects) {
      effect.from = beginPosition(effect);
      effect.to = Math.max(endPosition(effect), effect.from + 0.35);
      // Began in a turn that is no longer known.
      effect.isTorn = effect.startingTurn !== null && findTurn(effect.startingTurn) === undefined;
    }

    // Effects by their names; those whose names nothing else has are together if there are many.
    function groupEffects() {
      const groups = new Map(), others = [];
      for (const effect of effects) {
        const name = effectName(effect);
        if (groups.has(name)) groups.get(name).push(effect); else groups.set(name, [effect]);
      }
      if (groups.size <= 24) return [...groups];
      for (const [name, group] of groups) {
        if (group.length > 1) continue;
        others.push(...group);
        groups.delete(name);
      }
      return others.length === 0 ? [...groups] : [...groups, ['other effects', others]];
    }

    // A few effects have a row each. Many share rows with others of their group, as long as they do not overlap.
    const rows = (() => {
      if (effects.length <= 24) {
        return effects.map((effect) => ({ label: effectName(effect), note: '', effects: [effect] }));
      }
      const result = [];
      for (const [name, group] of groupEffects()) {
        const first = result.length;
        group.sort((one, other) => one.from - other.from || one.number - other.number);
        for (const effect of group) {
          let index = first;
          while (index < result.length && result[index].end > effect.from) index += 1;
          if (index === result.length) {
            const isFirst = index === first;
            const note = isFirst && group.length > 1 ? `×${group.length}` : '';
            const isMixed = effectName(group[0]) !== name;
            result.push({ label: isFirst ? name : '', note, isMixed, effects: [] });
          }
          result[index].effects.push(effect);
          result[index].end = effect.to;
        }
      }
      return result;
    })();
    rows.forEach((row, index) => { for (const effect of row.effects) effect.row = index; });
    """#
}
