// SPDX-License-Identifier: MIT

import LiveSchedulerChecks

/// Checks the main schedulers in a program with an asynchronous `main`.
@main enum Main {
  static func main() async {
    await withCheckedContinuation { continuation in
      checkLiveSchedulers { continuation.resume() }
    }
    print("end")
  }
}
