// SPDX-License-Identifier: MIT

/// Reports the old name, which goes with version 0.1.0.
@available(*, unavailable, renamed: "StoreJournal")
public typealias Journal = StoreJournal
