// SPDX-License-Identifier: MIT

extension Report {
  /// The static elements, which the script fills.
  static let markup = #"""
    <header>
      <div class="heading">
        <h1 id="title"></h1>
        <p id="summary"></p>
      </div>
      <button id="theme" type="button" aria-label="Use dark colors" title="Light or dark">
        <svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6.2" fill="none"
          stroke="currentColor" stroke-width="1.5"/><path d="M8 2a6 6 0 0 1 0 12z"
          fill="currentColor"/></svg>
      </button>
      <button id="help-button" type="button" aria-label="Keyboard" title="Keyboard (?)">?</button>
    </header>
    <noscript><p class="notice">This page shows nothing without JavaScript.</p></noscript>
    <p id="dropped" class="notice" hidden></p>
    <p id="empty" class="empty" hidden></p>
    <main id="main" hidden>
      <section class="pane timeline-pane" aria-label="Timeline">
        <div class="bar">
          <button id="legend-button" type="button" aria-expanded="false"
            aria-controls="legend">Legend</button>
          <ul id="legend" class="legend" aria-label="Legend">
            <li><svg viewBox="0 0 12 12" class="call"><rect x="1" y="1" width="10" height="10"
              rx="2.5"/></svg>from outside</li>
            <li><svg viewBox="0 0 12 12" class="effect"><rect x="1" y="1" width="10" height="10"
              rx="2.5"/></svg>sent by an effect</li>
            <li><svg viewBox="0 0 12 12" class="follow"><rect x="1" y="1" width="10" height="10"
              rx="2.5"/></svg>follows at once</li>
            <li class="ends"><svg viewBox="0 0 18 12" class="end"><rect x="0" y="2" width="15"
              height="8" class="body"/><rect x="13" y="1" width="3" height="10"
              class="finished"/></svg>finished</li>
            <li><svg viewBox="0 0 18 12" class="end"><rect x="0" y="2" width="12"
              height="8" class="body"/><path d="M9 2l7 8m0-8l-7 8"
              class="cancelled"/></svg>cancelled</li>
            <li><svg viewBox="0 0 18 12" class="end"><rect x="0" y="2" width="12" height="8"
              class="body"/><path d="M12.5 1.8l4.2 4.2-4.2 4.2-4.2-4.2z"
              class="unmounted"/></svg>ended with its state</li>
            <li><svg viewBox="0 0 18 12" class="end"><path d="M0 2h12l4 4-4 4h-12z"
              class="running"/></svg>running</li>
          </ul>
          <div class="zoom" role="group" aria-label="Zoom">
            <button id="zoom-out" type="button" aria-label="Zoom out" title="Zoom out (-)">−</button>
            <button id="zoom-in" type="button" aria-label="Zoom in" title="Zoom in (+)">+</button>
            <button id="zoom-fit" type="button" title="Show the whole run (0)">Fit</button>
          </div>
        </div>
        <div id="overview" aria-hidden="true"><canvas></canvas><div id="range"></div></div>
        <div id="timeline" tabindex="0" role="group" aria-label="Turns and effects over time">
          <div id="timeline-size"><canvas role="img"></canvas></div>
        </div>
        <div id="tip" aria-hidden="true" hidden></div>
      </section>
      <section class="pane list-pane" aria-label="Turns">
        <div class="bar">
          <div class="field">
            <svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="7" cy="7" r="4.5" fill="none"
              stroke="currentColor" stroke-width="1.5"/><path d="M10.5 10.5L14 14"
              stroke="currentColor" stroke-width="1.5"/></svg>
            <input id="search" type="search" placeholder="Search" autocomplete="off"
              spellcheck="false" aria-label="Search in actions, names and senders">
            <kbd aria-hidden="true">/</kbd>
          </div>
          <button id="filter-button" type="button" aria-expanded="false"
            aria-controls="filter">Actions</button>
          <span id="count" role="status"></span>
        </div>
        <div id="filter" role="group" aria-label="Shown actions" hidden></div>
        <div id="list" role="listbox" tabindex="0" aria-label="Turns">
          <div id="list-size" role="presentation"></div>
          <p id="none" hidden>No turn matches. <button id="clear" type="button">Show all</button></p>
        </div>
      </section>
      <section id="detail" class="pane detail-pane" aria-label="Detail"></section>
    </main>
    <dialog id="help" aria-labelledby="help-title">
      <h2 id="help-title">Keyboard</h2>
      <dl>
        <dt><kbd>j</kbd> <kbd>k</kbd> <kbd>↓</kbd> <kbd>↑</kbd></dt><dd>Next and previous turn</dd>
        <dt><kbd>Home</kbd> <kbd>End</kbd></dt><dd>First and last turn</dd>
        <dt><kbd>Enter</kbd> <kbd>c</kbd></dt><dd>The turn that is the cause</dd>
        <dt><kbd>/</kbd></dt><dd>Search</dd>
        <dt><kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd></dt><dd>Zoom in, zoom out, show the whole run</dd>
        <dt><kbd>Esc</kbd></dt><dd>Leave the search, then the selection</dd>
        <dt><kbd>?</kbd></dt><dd>This help</dd>
      </dl>
      <form method="dialog"><button>Close</button></form>
    </dialog>
    """#
}
