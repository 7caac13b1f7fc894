// SPDX-License-Identifier: MIT

extension Report {
  static let styleDetail = #"""
    .detail-pane { overflow: auto; padding: 12px 16px 20px; }
    .detail-pane > section { margin-top: 16px; }
    .title { padding-bottom: 10px; border-bottom: 1px solid var(--line); }
    h2 {
      font-size: 15px; font-weight: 650; overflow-wrap: anywhere; display: flex; align-items: baseline;
      gap: 10px;
    }
    h2:focus { outline: none; }
    h2 .number { flex: none; }
    h2 .number, .link .number { color: var(--muted); font-weight: 400; font-variant-numeric: tabular-nums; }
    .facts { display: flex; flex-wrap: wrap; gap: 2px 14px; margin-top: 2px; color: var(--muted); }
    .kind.call { color: var(--call); }
    .kind.effect { color: var(--effect); }
    .kind.follow { color: var(--follow); }
    h3 { margin-bottom: 5px; font-size: 12px; font-weight: 600; color: var(--muted); }
    .quiet { color: var(--muted); }
    .detail-pane .sender, .place { overflow-wrap: anywhere; unicode-bidi: isolate; white-space: pre-wrap; }
    .place { color: var(--muted); }
    pre, .difference {
      font: 12px/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
      white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2;
    }
    pre { padding: 8px 10px; border-radius: 6px; background: var(--raised); border: 1px solid var(--line); }
    .action, .outputs li, .difference div { unicode-bidi: plaintext; }
    .difference { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; padding: 4px 0; }
    .difference div { padding: 0 10px 0 calc(10px + 2ch); text-indent: -2ch; min-height: 1.55em; }
    .difference .added { background: var(--added); color: var(--added-text); }
    .difference .removed { background: var(--removed); color: var(--removed-text); }
    .outputs li { overflow-wrap: anywhere; white-space: pre-wrap; }
    .more { margin-top: 6px; color: var(--accent); border-color: var(--line); }

    .links { margin-left: -8px; }
    .link {
      display: flex; align-items: baseline; gap: 8px; width: 100%; padding: 3px 8px; min-height: 28px;
      border: 0; background: none; text-align: start;
    }
    .detail-pane > section > .link { margin-left: -8px; }
    .link .name { min-width: 0; overflow-wrap: anywhere; color: var(--accent); }
    .link .number { flex: none; min-width: 3.5ch; }
    .link::before {
      content: ""; flex: none; width: 8px; height: 8px; border-radius: 2px;
    }
    .link.call::before { background: var(--call); }
    .link.effect::before { background: var(--effect); }
    .link.follow::before { background: var(--follow); }
    .link.effect-link::before { height: 6px; background: var(--bar); box-shadow: 0 0 0 1px var(--bar-line); }
    .state { flex: none; color: var(--muted); font-size: 12px; }
    .state.cancelled { color: var(--cancelled); }
    .state.running { color: var(--running); }
    .chain .quiet { padding: 4px 8px 4px 24px; }
    .detail-pane .sender + .links, .detail-pane .place + .links { margin-top: 4px; }

    #help {
      width: min(440px, calc(100vw - 32px)); padding: 20px 24px; border: 1px solid var(--line);
      border-radius: 12px; background: var(--panel); color: var(--text);
      box-shadow: 0 16px 48px rgb(0 0 0 / 25%);
    }
    #help::backdrop { background: rgb(10 14 20 / 45%); }
    #help dl { display: grid; grid-template-columns: max-content 1fr; gap: 8px 20px; margin: 14px 0 18px; }
    @media (prefers-reduced-motion: no-preference) {
      button, .row { transition: background-color 80ms; }
    }
    @media (max-width: 760px) {
      .link { min-height: 44px; align-items: center; }
      .chain .quiet { padding: 12px 8px 12px 24px; }
    }
    @media (prefers-contrast: more) {
      :root { --line: var(--control); --muted: var(--text); }
    }
    """#
}
