// SPDX-License-Identifier: MIT

public import DependencyClients
public import Foundation
public import Lockstep

/// The question whether the player wants to be notified.
public struct NotificationsAuthAlertState: Equatable, Sendable {
  /// The question.
  public init() {}
}

/// An action while the player is asked.
public enum NotificationsAuthAlertAction: Equatable, Sendable {
  /// The player does not want to decide now.
  case closeButtonTapped

  /// For the parent.
  case delegate(DelegateAction)

  /// The player wants to be notified.
  case turnOnNotificationsButtonTapped

  /// An action for the parent.
  public enum DelegateAction: Equatable, Sendable {
    /// The player did not decide.
    case close

    /// The player decided, and these are the settings now.
    case didChooseNotificationSettings(UserNotificationClient.Settings)
  }
}

/// The dependencies of the question.
public struct NotificationsAuthAlertEnvironment: Sendable {
  /// The scheduler that delivers actions.
  public var mainRunLoop: SchedulerOf<RunLoop>

  /// The client that registers the device for notifications.
  public var remoteNotifications: RemoteNotificationsClient

  /// Asks the system, which asks the player.
  public var userNotifications: UserNotificationClient

  /// An environment made of its dependencies.
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

/// Asks the player, and tells the parent.
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
    // Whatever the player answers, the parent learns the settings that come of it.
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
