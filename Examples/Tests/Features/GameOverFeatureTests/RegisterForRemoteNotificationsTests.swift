// SPDX-License-Identifier: MIT

import DependencyClients
import Foundation
import GameOverFeature
import Lockstep
import LockstepTesting
import Testing

@Suite struct RegisterForRemoteNotificationsTests {
  @Test func `the device registers only when the scheduler runs`() {
    let mainRunLoop = RunLoop.test
    let registrationCount = Recorder(0)
    var remoteNotifications = RemoteNotificationsClient.failing
    remoteNotifications.register = {
      .fireAndForget { registrationCount.update { $0 += 1 } }
    }
    var userNotifications = UserNotificationClient.failing
    userNotifications.getNotificationSettings = .init(
      value: .init(authorizationStatus: .authorized)
    )

    let registration = Effect.registerForRemoteNotifications(
      remoteNotifications: remoteNotifications,
      mainRunLoop: mainRunLoop,
      userNotifications: userNotifications
    )
    .sink { _ in }
    #expect(registrationCount.value == 0)
    mainRunLoop.advance()
    #expect(registrationCount.value == 1)
    registration.cancel()
  }
}
