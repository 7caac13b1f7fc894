// SPDX-License-Identifier: MIT

import LiveSchedulerChecks

/// The main schedulers after an asynchronous main.
@main enum Main {
  static func main() async {
    await withCheckedContinuation { continuation in
      checkLiveSchedulers { continuation.resume() }
    }
    print("end")
  }
}
