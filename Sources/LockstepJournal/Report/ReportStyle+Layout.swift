// SPDX-License-Identifier: MIT

extension Report {
  static let styleLayout = #"""
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    html, body { margin: 0; }
    body {
      display: flex; flex-direction: column; height: 100vh; height: 100dvh;
      background: var(--page); color: var(--text);
      font: 13px/1.45 system-ui, sans-serif; -webkit-text-size-adjust: 100%;
    }
    h1, h2, h3, p, ul, dl, dd, pre { margin: 0; padding: 0; }
    ul { list-style: none; }
    bdi { unicode-bidi: isolate; }
    button, input { font: inherit; color: inherit; }
    button {
      border: 1px solid var(--control); border-radius: 6px; background: var(--panel);
      padding: 3px 10px; min-height: 28px; cursor: pointer;
    }
    button:hover { background: var(--hover); }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
    #list:focus-visible, #timeline:focus-visible { outline-offset: -2px; }
    kbd {
      display: inline-block; min-width: 20px; padding: 0 5px; text-align: center;
      border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px;
      background: var(--raised); color: var(--muted); font: 11px/17px system-ui, sans-serif;
    }
    .invisible { unicode-bidi: isolate; font-size: 0; }
    .invisible::before {
      content: attr(data-symbol); margin: 0 1px; padding: 0 2px; border-radius: 2px;
      background: var(--notice); color: var(--notice-text); font-size: 11px;
    }

    header { display: flex; align-items: center; gap: 8px; padding: 10px 12px 8px 16px; }
    .heading { flex: 1; min-width: 0; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 14px; }
    h1 { font-size: 15px; font-weight: 650; overflow-wrap: anywhere; unicode-bidi: isolate; }
    #summary { color: var(--muted); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
    button.inline {
      border: 0; padding: 0; min-height: 24px; background: none; color: var(--accent);
      unicode-bidi: isolate; text-align: start;
    }
    button.inline:hover, .link:hover .name { text-decoration: underline; }
    header > button {
      flex: none; width: 32px; height: 32px; padding: 0; display: grid; place-items: center;
      border-color: transparent; background: none; color: var(--muted);
    }
    header > button:hover { background: var(--line); color: var(--text); }
    header svg, .field svg { width: 16px; height: 16px; }
    .notice {
      padding: 6px 12px; border-radius: 6px; background: var(--notice); color: var(--notice-text);
    }
    #dropped { margin: 0 12px 8px; }
    .empty { margin: 20vh auto; padding: 0 24px; color: var(--muted); font-size: 15px; }

    main {
      flex: 1; min-height: 0; display: grid; gap: 8px; padding: 0 12px 12px;
      grid-template: auto minmax(0, 1fr) / minmax(0, 6fr) minmax(0, 5fr);
    }
    .pane {
      position: relative; min-width: 0; min-height: 0; overflow: hidden;
      border: 1px solid var(--line); border-radius: 8px; background: var(--panel);
    }
    .timeline-pane { grid-column: 1 / -1; }
    .list-pane { display: flex; flex-direction: column; }
    .bar {
      display: flex; align-items: center; gap: 8px; padding: 5px 8px;
      border-bottom: 1px solid var(--line); background: var(--raised);
    }

    #legend-button { display: none; }
    .legend { flex: 1; display: flex; flex-wrap: wrap; gap: 2px 14px; padding-left: 4px; color: var(--muted); }
    .legend li { display: flex; align-items: center; gap: 5px; font-size: 12px; }
    .legend .ends { margin-left: 10px; }
    .legend svg { width: 11px; height: 11px; }
    .legend svg.end { width: 18px; height: 12px; }
    svg.call { fill: var(--call); }
    svg.effect { fill: var(--effect); }
    svg.follow { fill: var(--follow); }
    svg .body, svg .running { fill: var(--bar); stroke: var(--bar-line); }
    svg .finished { fill: var(--effect); }
    svg .cancelled { fill: none; stroke: var(--cancelled); stroke-width: 2; }
    svg .unmounted { fill: var(--panel); stroke: var(--unmounted); stroke-width: 1.5; }
    .zoom { display: flex; gap: 4px; }
    .zoom button { padding: 0 9px; }

    #overview {
      position: relative; height: 35px; overflow: hidden; border-bottom: 1px solid var(--line);
      touch-action: none; cursor: pointer;
    }
    #overview canvas { display: block; }
    #range {
      position: absolute; inset: 0 auto 0 0; border: 1.5px solid var(--accent); border-radius: 4px;
      background: color-mix(in srgb, var(--accent) 12%, transparent);
    }
    #timeline { height: min(var(--natural-height, 200px), 42vh); min-height: 140px; overflow: auto; }
    #timeline.points { cursor: pointer; }
    #timeline canvas { position: sticky; left: 0; top: 0; display: block; }
    #tip {
      position: absolute; left: 0; top: 0; max-width: min(420px, 90%); padding: 3px 8px; z-index: 2;
      overflow: hidden; text-overflow: ellipsis; white-space: pre; pointer-events: none;
      border-radius: 5px; background: var(--text); color: var(--panel); font-size: 12px;
    }

    .field { flex: 1; min-width: 0; position: relative; display: flex; align-items: center; }
    .field svg { position: absolute; left: 8px; color: var(--muted); pointer-events: none; }
    .field kbd { position: absolute; right: 7px; pointer-events: none; }
    .field input:focus ~ kbd, .field input:not(:placeholder-shown) ~ kbd { display: none; }
    #search {
      width: 100%; min-height: 28px; padding: 3px 8px 3px 29px; border: 1px solid var(--control);
      border-radius: 6px; background: var(--panel);
    }
    #search::placeholder { color: var(--muted); opacity: 1; }
    #filter-button.active { border-color: var(--accent); color: var(--accent); }
    #filter-button::after, #legend-button::after { content: " ▾"; color: var(--muted); }
    #count { color: var(--muted); font-variant-numeric: tabular-nums; white-space: nowrap; }
    #count:empty { display: none; }
    #filter { max-height: 45%; overflow: auto; padding: 6px 10px 8px; border-bottom: 1px solid var(--line); }
    #filter .all { display: flex; gap: 6px; margin-bottom: 4px; }
    #filter ul ul { padding-left: 22px; }
    .branch { display: flex; align-items: center; }
    .branch label {
      flex: 1; min-width: 0; display: flex; align-items: center; gap: 8px; min-height: 26px;
      padding: 0 6px; border-radius: 4px; cursor: pointer;
    }
    .branch label:hover { background: var(--hover); }
    .branch input { flex: none; width: 15px; height: 15px; margin: 0; accent-color: var(--accent); }
    .branch .name { flex: 1; min-width: 0; overflow-wrap: anywhere; }
    .branch .total { color: var(--muted); font-variant-numeric: tabular-nums; }
    .branch .space, .fold { flex: none; width: 24px; }
    .fold { min-height: 26px; padding: 0; border: 0; background: none; color: var(--muted); }
    .fold::before { content: "▸"; }
    .fold[aria-expanded="true"]::before { content: "▾"; }

    #list { flex: 1; min-height: 0; overflow: auto; position: relative; }
    #list-size { position: relative; overflow: hidden; }
    #none { padding: 24px; color: var(--muted); text-align: center; }
    .row {
      position: absolute; inset: 0 0 auto; height: var(--row); contain: strict;
      display: grid; align-items: center; column-gap: 8px; padding: 0 12px 0 6px; cursor: pointer;
      grid-template-columns: 5ch 9ch 8px minmax(0, 1fr) minmax(0, 1fr); white-space: nowrap;
    }
    .row:hover { background: var(--hover); }
    .row.in-chain { background: var(--chain); box-shadow: inset 2px 0 var(--accent); }
    .row[aria-selected="true"] { background: var(--tint); box-shadow: inset 4px 0 var(--accent); }
    .row.changes-time { border-top: 1px solid var(--line); }
    .row .number, .row .time { text-align: right; font-variant-numeric: tabular-nums; color: var(--muted); }
    .row .name, .row .sender { overflow: hidden; text-overflow: ellipsis; }
    .row .name { font-weight: 500; }
    .row .sender { color: var(--muted); font-size: 12px; }
    .mark { width: 8px; height: 8px; border-radius: 2px; }
    .mark.call { background: var(--call); }
    .mark.effect { background: var(--effect); }
    .mark.follow { background: var(--follow); }

    @media (max-width: 760px) {
      body { height: auto; min-height: 100dvh; }
      main { display: flex; flex-direction: column; padding: 0 8px 8px; }
      header { flex-wrap: wrap; gap: 0; padding: 4px 4px 6px 12px; }
      .heading { display: contents; }
      h1 { flex: 1; min-width: 0; }
      #summary { order: 1; flex: 100%; }
      #dropped { margin: 0 8px 8px; }
      #timeline { height: min(var(--natural-height, 200px), 36vh); flex: none; }
      .list-pane { height: 48vh; min-height: 260px; }
      .timeline-pane, .detail-pane { flex: none; }
      button, #search, .branch label, .fold { min-height: 44px; }
      button.inline { min-height: 32px; padding: 6px 0; }
      header > button { width: 44px; height: 44px; }
      .zoom button { min-width: 44px; }
      .timeline-pane .bar { flex-wrap: wrap; justify-content: space-between; }
      #legend-button { display: block; }
      .legend { display: none; order: 1; flex: 100%; gap: 4px 14px; padding: 2px 4px 4px; }
      .legend.open { display: flex; }
      .legend .ends { margin-left: 0; }
      .fold, .branch .space { width: 44px; }
      #filter ul ul { padding-left: 14px; }
      .field kbd { display: none; }
      .row {
        grid-template: auto auto / 5ch 8px minmax(0, 1fr) auto; align-content: center; row-gap: 1px;
      }
      .row .number { grid-area: 1 / 1; }
      .row .mark { grid-area: 1 / 2; }
      .row .name { grid-area: 1 / 3; }
      .row .time { grid-area: 1 / 4; }
      .row .sender { grid-area: 2 / 3 / 3 / 5; }
    }
    """#
}
