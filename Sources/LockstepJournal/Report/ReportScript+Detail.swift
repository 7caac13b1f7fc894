// SPDX-License-Identifier: MIT

extension Report {
  static let scriptDetail = #"""
    const detail = $('detail');

    function section(title, ...children) {
      return element('section', {}, element('h3', { text: title }), ...children);
    }
    const sentence = (text, kind = 'quiet') => element('p', { class: kind, text });
    const unknownTurn = (number) => sentence(
      source.dropped > 0 ? `Turn ${number}, which is no longer known.` : `Turn ${number}, which is not known.`);
    const linkToTurn = (number) => {
      const turn = findTurn(number);
      return turn === undefined ? unknownTurn(number) : turnLink(turn);
    };

    function senderTexts(turn) {
      const hasPlace = turn.place === null || turn.sender.includes(turn.place);
      return [element('p', { class: 'sender', text: turn.sender }),
        ...(hasPlace ? [] : [element('p', { class: 'place', text: turn.place })])];
    }

    function kindText(turn) {
      if (turn.kind === 'effect') return 'sent by an effect';
      return turn.kind === 'call' ? 'from outside' : 'follows at once';
    }

    // The causes of a turn, with the effects between them, and in the end how the first of them came in.
    function chainItems(turn) {
      const items = [];
      let last = turn;
      for (const each of [turn, ...causesOf(turn)]) {
        last = each;
        if (each !== turn) items.push(() => turnLink(each));
        if (each.effect === null) continue;
        const effect = findEffect(each.effect);
        items.push(() => (effect === undefined
          ? sentence(`Effect #${each.effect}, which is not known.`) : effectLink(effect)));
      }
      items.push(() => {
        if (last.cause !== null) return unknownTurn(last.cause);
        if (!last.isFromOutside) return sentence('The cause is not known.');
        return sentence(last.effect === null
          ? 'From outside.' : 'The effect began with the first state.');
      });
      return items;
    }

    function turnDetail(turn) {
      const causes = cutList(chainItems(turn), (make) => make(), 12);
      causes.classList.add('chain');
      const parts = [
        element('div', { class: 'title' },
          element('h2', { tabindex: '-1' },
            element('span', { class: 'number', text: `${turn.number}` }),
            element('bdi', { text: turn.name })),
          element('p', { class: 'facts' },
            element('span', { class: `kind ${turn.kind}`, text: kindText(turn) }),
            element('span', { text: exactTime(turn.timeIndex) }))),
      ];
      if (view.shown !== undefined && !view.shown.has(turn)) {
        parts.push(element('p', { class: 'notice' }, 'The list leaves this turn out. ',
          button('Show all', clearFilter)));
      }
      parts.push(
        section('Action', element('pre', { class: 'action', text: turn.action })),
        section('State', differenceView(turn.difference)),
      );
      if (turn.outputs.length > 0) {
        parts.push(section('Outputs', element('ul', { class: 'outputs' },
          ...turn.outputs.map((output) => element('li', { text: output })))));
      }
      parts.push(section('Cause', ...senderTexts(turn), causes));
      if (turn.started.length > 0) {
        parts.push(section('Effects started', cutList(turn.started, effectLink, 12)));
      }
      if (turn.follows.length > 0) {
        const all = followersOf(turn);
        const title = all === turn.follows.length ? 'Followed by' : `Followed by, ${count(all, 'turn')} in all`;
        parts.push(section(title, cutList(turn.follows, turnLink, 12)));
      }
      return parts;
    }

    const followersOf = (turn) => {
      let count = 0;
      for (const each of view.chain.turns) if (each.index > turn.index) count += 1;
      return count;
    };

    function effectDetail(effect) {
      const parts = [
        element('div', { class: 'title' },
          element('h2', { tabindex: '-1' },
            element('span', { class: 'number', text: `#${effect.number}` }),
            element('bdi', { text: effectName(effect) })),
          element('p', { class: 'facts' },
            element('span', { class: `state ${effect.end ?? 'running'}`, text: endWord(effect) }))),
        section('Effect', element('p', { class: 'sender', text: effect.description }),
          ...(effect.description.includes(effect.place)
            ? [] : [element('p', { class: 'place', text: effect.place })])),
        section('Began', element('p', { text: exactTime(effect.beginIndex) }),
          effect.startingTurn === null
            ? sentence('With the first state.') : linkToTurn(effect.startingTurn)),
      ];
      if (effect.end !== null) {
        parts.push(section('Ended', element('p', { text: exactTime(effect.endIndex) }),
          effect.endTurn === null ? sentence('Outside of any turn.') : linkToTurn(effect.endTurn)));
      }
      const missing = effect.sentCount - effect.sent.length;
      const sent = effect.sent.length > 0 ? [cutList(effect.sent, turnLink, 20)] : [];
      if (missing > 0) sent.push(sentence(`${count(missing, 'turn')} no longer known.`));
      if (sent.length === 0) sent.push(sentence('Nothing.'));
      parts.push(section(`Sent${effect.sentCount > 0 ? ` ${count(effect.sentCount, 'action')}` : ''}`, ...sent));
      return parts;
    }

    function runDetail() {
      const parts = [sentence('Select a turn or an effect to see what it did, and why.')];
      const running = effects.filter((effect) => effect.end === null);
      const first = effects.filter((effect) => effect.startingTurn === null);
      if (running.length > 0) parts.push(section('Running', cutList(running, effectLink, 12)));
      if (first.length > 0) {
        parts.push(section('Began with the first state', cutList(first, effectLink, 12)));
      }
      if (effects.length > 0) parts.push(section('All effects', cutList(effects, effectLink, 12)));
      return parts;
    }

    function showDetail() {
      const hadFocus = detail.contains(document.activeElement);
      detail.replaceChildren(...(view.turn !== undefined ? turnDetail(view.turn)
        : view.effect !== undefined ? effectDetail(view.effect) : runDetail()));
      if (hadFocus) detail.querySelector('h2')?.focus({ preventScroll: true });
    }
    """#
}
