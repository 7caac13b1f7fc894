// SPDX-License-Identifier: MIT

internal import Foundation
internal import GameOverDemo

exit(await DemoProgram.run(arguments: Array(CommandLine.arguments.dropFirst())))
