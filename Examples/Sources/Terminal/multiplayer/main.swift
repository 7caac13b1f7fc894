// SPDX-License-Identifier: MIT

internal import Foundation
internal import MultiplayerDemo

exit(await MultiplayerDemoProgram.run(arguments: Array(CommandLine.arguments.dropFirst())))
