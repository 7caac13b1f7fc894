// SPDX-License-Identifier: MIT

public import DependencyClients
public import Foundation
public import Lockstep

/// The state of the alert that offers notifications.
public struct NotificationsAuthAlertState: Equatable, Sendable {
  /// Creates the state.
  public init() {}
}

/// An action of the alert.
public enum NotificationsAuthAlertAction: Equatable, Sendable {
  case closeButtonTapped

  case delegate(DelegateAction)

  case turnOnNotificationsButtonTapped

  /// An action for the parent.
  public enum DelegateAction: Equatable, Sendable {
    /// The player closed the alert without deciding.
    case close

    /// The player decided, with the resulting settings.
    case didChooseNotificationSettings(UserNotificationClient.Settings)
  }
}

/// The dependencies of the alert.
public struct NotificationsAuthAlertEnvironment: Sendable {
  /// The scheduler that delivers actions.
  public var mainRunLoop: SchedulerOf<RunLoop>

  /// The client that registers the device for notifications.
  public var remoteNotifications: RemoteNotificationsClient

  /// The client that asks the player for permission.
  public var userNotifications: UserNotificationClient

  /// Creates an environment.
  public init(
    mainRunLoop: SchedulerOf<RunLoop>,
    remoteNotifications: RemoteNotificationsClient,
    userNotifications: UserNotificationClient
  ) {
    self.mainRunLoop = mainRunLoop
    self.remoteNotifications = remoteNotifications
    self.userNotifications = userNotifications
  }
}

/// The reducer of the alert, which asks the player for permission and informs the parent.
public let notificationsAuthAlertReducer = Reducer<
  NotificationsAuthAlertState,
  NotificationsAuthAlertAction,
  NotificationsAuthAlertEnvironment
> { _, action, environment in
  switch action {
  case .closeButtonTapped:
    return Effect(value: .delegate(.close))
      .receive(on: ImmediateScheduler.shared.animation())

  case .delegate:
    return .none

  case .turnOnNotificationsButtonTapped:
    // Whatever the player answers, the parent receives the resulting settings.
    return .concatenate(
      environment.userNotifications.requestAuthorization([.alert, .sound])
        .ignoreFailure()
        .flatMap { isGranted in
          isGranted
            ? .registerForRemoteNotifications(
              remoteNotifications: environment.remoteNotifications,
              mainRunLoop: environment.mainRunLoop,
              userNotifications: environment.userNotifications
            )
            : Effect<Never, Never>.none
        }
        .ignoreOutput(),

      environment.userNotifications.getNotificationSettings
        .receive(on: environment.mainRunLoop.animation())
        .map { .delegate(.didChooseNotificationSettings($0)) }
    )
  }
}
