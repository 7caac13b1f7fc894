// SPDX-License-Identifier: MIT

import DependencyClients
import Foundation
import GameOverFeature
import Lockstep
import LockstepTesting
import Testing

@Suite struct NotificationsAuthAlertTests {
  private let failing = NotificationsAuthAlertEnvironment(
    mainRunLoop: .failing,
    remoteNotifications: .failing,
    userNotifications: .failing
  )

  private func store(
    _ environment: NotificationsAuthAlertEnvironment
  ) -> TestStore<
    NotificationsAuthAlertState, NotificationsAuthAlertAction, NotificationsAuthAlertEnvironment
  > {
    TestStore(
      initialState: .init(),
      reducer: notificationsAuthAlertReducer,
      environment: environment
    )
  }

  @Test
  func `closing only sends a delegate action to the parent`() {
    let store = store(failing)
    store.send(.closeButtonTapped)
    store.receive(.delegate(.close))
  }

  @Test(
    arguments: [.authorized, .denied, .notDetermined, .provisional]
      as [UserNotificationClient.AuthorizationStatus]
  )
  func `after permission is granted, the device registers if the settings allow it`(
    status: UserNotificationClient.AuthorizationStatus
  ) {
    let requestedOptions = Recorder<[UserNotificationClient.AuthorizationOptions]>([])
    let settings = UserNotificationClient.Settings(authorizationStatus: status)
    var environment = failing
    environment.mainRunLoop = .immediate
    environment.userNotifications.getNotificationSettings = .init(value: settings)
    environment.userNotifications.requestAuthorization = { options in
      requestedOptions.update { $0.append(options) }
      return .init(value: true)
    }
    environment.remoteNotifications.register = { .fireAndForget(name: "register") {} }
    let store = store(environment)

    store.send(.turnOnNotificationsButtonTapped)
    if status == .authorized || status == .provisional { store.fireAndForget("register") }
    store.receive(.delegate(.didChooseNotificationSettings(settings)))
    #expect(requestedOptions.value == [[.alert, .sound]])
  }

  @Test(arguments: [
    Effect<Bool, any Error>(value: false),
    Effect<Bool, any Error>(error: CancellationError()),
  ]
  )
  func `a denied or failed request does not register, and the parent receives the settings`(
    answer: Effect<Bool, any Error>
  ) {
    let settings = UserNotificationClient.Settings(authorizationStatus: .denied)
    var environment = failing
    environment.mainRunLoop = .immediate
    environment.userNotifications.getNotificationSettings = .init(value: settings)
    environment.userNotifications.requestAuthorization = { _ in answer }
    let store = store(environment)

    store.send(.turnOnNotificationsButtonTapped)
    store.receive(.delegate(.didChooseNotificationSettings(settings)))
  }

  @Test
  func `the settings are read only after the permission request finishes`() {
    let answers = Subject<Bool, any Error>()
    let readCount = Recorder(0)
    let settings = UserNotificationClient.Settings(authorizationStatus: .denied)
    var environment = failing
    environment.mainRunLoop = .immediate
    environment.userNotifications.getNotificationSettings = .sync {
      readCount.update { $0 += 1 }
      return settings
    }
    environment.userNotifications.requestAuthorization = { _ in answers.effect }
    let store = store(environment)

    store.send(.turnOnNotificationsButtonTapped)
    answers.send(false)
    #expect(readCount.value == 0)

    answers.send(completion: .finished)
    store.receive(.delegate(.didChooseNotificationSettings(settings)))
    #expect(readCount.value == 1)
  }
}
