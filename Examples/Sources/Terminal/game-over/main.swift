// SPDX-License-Identifier: MIT

internal import Foundation
internal import GameOverDemo

exit(await GameOverDemoProgram.run(arguments: Array(CommandLine.arguments.dropFirst())))
