// SPDX-License-Identifier: MIT

internal import Foundation
internal import MultiplayerDemo

exit(await MultiplayerProgram.run(arguments: Array(CommandLine.arguments.dropFirst())))
