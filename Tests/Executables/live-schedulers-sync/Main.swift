// SPDX-License-Identifier: MIT

import Foundation
import LiveSchedulerChecks

/// Checks the main schedulers in a program whose synchronous `main` runs the main queue or the main run loop.
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
