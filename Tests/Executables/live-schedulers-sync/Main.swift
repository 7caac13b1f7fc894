// SPDX-License-Identifier: MIT

import Foundation
import LiveSchedulerChecks

/// The main schedulers after a synchronous main, which runs the main queue or the main run loop.
@main enum Main {
  static func main() {
    checkLiveSchedulers {
      print("end")
      exit(EXIT_SUCCESS)
    }
    if CommandLine.arguments.contains("run-loop") {
      RunLoop.main.run()
      print("The main run loop has ended.")
    } else {
      dispatchMain()
    }
  }
}
