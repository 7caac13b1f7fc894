// SPDX-License-Identifier: MIT

/// The allowed cost of each operation, in release builds.
///
/// A goal is in nanoseconds on two x86-64 cores of a cloud machine, and a nominal time is what the
/// reference takes there while nothing else runs. Both are of one machine, which is a slower one for
/// the goals that were set later. Their ratio is what a row is held to, against the reference of the
/// same run, so that a slow or a busy machine neither excuses nor helps.
///
/// Some of the later references have been measured on a third machine only, which takes three quarters of
/// the time, as the others show. Their nominal time is what they take there, divided by that: those of
/// the parts of scopes, of a task or a block on the main actor or queue, of removals from an array, and of
/// the end of an observation.
let contract: [Row] = [
  // Sending.
  .time("send, no effect", goal: 2 + 20, nominal: 2.7, sendWithoutEffect),
  .time("send, one observer", goal: 2 + 60, nominal: 2.7, sendWithOneObserver),
  .count("allocations per send", atMost: 0, "", allocationsPerSend),
  .count("allocations per observed send", atMost: 0, "", allocationsPerObservedSend),
  .time("send, 5 scopes and 5 pullbacks", goal: 300, nominal: 23, sendThroughFiveScopes),
  .time("combine of 20 pullbacks, the last", goal: 80, nominal: 245, combineOfTwentyPullbacks),

  // Recording, which a store without a journal does not pay for.
  .time("a counter recorded by a journal", goal: 150, nominal: 34, recordedCounter),
  .time("an effect recorded by a journal", goal: 600, nominal: 83, recordedEffect),
  .count("memory of 1,000,000 recorded turns", atMost: 0, "bytes", memoryOfManyRecordedTurns),

  // Navigation.
  .time("presenting, another action", goal: 100, nominal: 13, presentingAnotherAction),
  .time("presenting, its own action", goal: 300, nominal: 23, presentingItsAction),
  .time("forEach(stack:), 100 screens", goal: 250, nominal: 260, screenOfAHundred),
  .time("onOutput, no output", goal: 6.6 + 20, nominal: 6.6, noOutput),

  // Shared state and subscriptions.
  .time("pullback(sharing:), 10,000 elements", goal: 200, nominal: 5.6, sharingAnArray),
  .time("forEach(stack:sharing:), 100 screens", goal: 400, nominal: 10.8, screenThatSharesAnArray),
  .time("subscription, the same key", goal: 60, nominal: 2.7, subscriptionWithTheSameKey),

  // Making stores and scopes.
  .count("heap objects of a new store", atMost: 9, "", objectsOfNewStore),
  .time("make a scope", goal: 300, nominal: 55, makeScope),
  .time("store.scope(forEach:), a row", goal: 600, nominal: 173, forEachRow),

  // Synchronous effects.
  .time("synchronous effect, round trip", goal: 150, nominal: 42.5, synchronousRoundTrip),
  .time("chain of 1,000,000, each", goal: 100, nominal: 38.5, chain),

  // Effects that live on.
  .time("start and cancel an effect", goal: 1_200, nominal: 320, startAndCancel),
  .time("async effect, not suspending", goal: 1_000, nominal: 530, asyncWithoutSuspending),
  .time("async effect, one at a time", goal: 5_000, nominal: 1_600, asyncOneAtATime),
  .time("async effect, batched", goal: 1_800, nominal: 1_340, noLessThan: 1.5, asyncBatched),
  .time("async effect, main actor, batched", goal: 3_000, nominal: 1_000, asyncBatchedOnMainActor),
  .time("async effect, main actor, one at a time", goal: 1_200, nominal: 416, taskOnMainActor),
  .time("callback, main actor, one at a time", goal: 1_200, nominal: 416, callbackOnMainActor),
  .time("callback, main queue, one at a time", goal: 1_000, nominal: 231, callbackOnMainQueue),
  .time(
    "callback, background, one at a time",
    goal: 12_000,
    nominal: 11_000,
    noLessThan: 1.5,
    callbackOnBackgroundQueue
  ),
  .time("four threads, one action's effects", goal: 400, nominal: 6.5, contention),
  .ratio("100,000 in-flight effects, growth", atMost: 1.3, growthWithLivingEffects),
  .count("memory per callback effect", atMost: 280, "bytes", bytesPerCallbackEffect),
  .count("memory per task effect", atMost: 1_800, "bytes", bytesPerTaskEffect),

  // Near them, without a bound: a table of functions, callbacks and tasks that end at once, what a hop through a subject
  // adds, and an id, and what a task takes.
  .peer("100,000 functions in a table, growth", growthOfTable),
  .peer("callback that ends in its start", callbackInItsStart),
  .peer("task, received on the main queue", taskReceivedOnMainQueue),
  .peer("chain of 1,000,000 through a subject", chainThroughLongLivingEffect),
  .peer("memory per callback effect with an id", "bytes", bytesPerCancellableCallbackEffect),
  .peer("memory per bare task", "bytes", bytesPerBareTask),

  // Collections, large states, many observers.
  .time("one row of 1,000, observed", goal: 400, nominal: 20.5, oneRowOfAThousand),
  .time("one row of 1,000,000, observed", goal: 400, nominal: 20.5, oneRowOfAMillion),
  .ratio("one row of 1,000,000, growth", atMost: 1.25, growthWithRows),
  .time("one row of 1,000, all observed", goal: 600, nominal: 36.3, oneRowWhileAllIsObserved),
  .time("remove the first of 1,000", goal: 20_000, nominal: 5_830, removeFirstOfAThousand),
  .time(
    "remove the first of 100,000",
    goal: 2_000_000,
    nominal: 748_000,
    removeFirstOfAHundredThousand
  ),
  .works("1 MB state, 50 scopes, 512 KiB stack", "µs", LargeState.measure),
  .count("wake-ups among 10,000 observers", atMost: 1, "", wakesOfManyObservers),
  .ratio("10,000 observers of one other field", atMost: 1.5, growthWithObservers),
  // Each part has to be compared: see the proof in Documentation/Runtime.md.
  .time("10,000 observers of as many parts", goal: 600_000, nominal: 259_000, observersOfManyParts),
  .time("end one of 1,000 observations", goal: 500, nominal: 76, endOneOfAThousandObservations),
  .time("end one of 10,000 observations", goal: 500, nominal: 76, endOneOfTenThousandObservations),

  // Routing, 63 routes; those without a body.
  .time("match a route, mean", goal: 1_000, nominal: 40, matchRoutes),
  .time("match a target, mean", goal: 700, nominal: 67, matchTargets),
  .time("print a route, mean", goal: 2_000, nominal: 40, printRoutes),
  .ratio("match no route", atMost: 1.1, missRoutes),
  .ratio("match a wrong method", atMost: 1.1, matchWrongMethod),
  .ratio("match the last route", atMost: 1.1, matchLastRoute),
  .count("allocations per match", atMost: 10, "", allocationsPerMatch),
  .count("allocations per print", atMost: 10, "", allocationsPerPrint),

  // Of another router: the path only, without the method, the query and the values.
  .peer("Hummingbird trie, mean", hummingbirdTrie),
  .peer("Hummingbird trie, the first path", hummingbirdTrieFirstPath),
  .peer("Hummingbird trie, the last path", hummingbirdTrieLastPath),
  .peer("Hummingbird trie, no path", hummingbirdTrieMiss),

  // Testing.
  .time("exhaustive test step, 100 elements", goal: 5_000, nominal: 1_280, exhaustiveTestStep),
  .time(
    "exhaustive test step, 10,000 elements",
    goal: 12_000,
    nominal: 8_500,
    exhaustiveTestStepOfManyElements
  ),
  .ratio("test step of 1,000 elements, growth", atMost: 1.25, growthOfTestStep),

  // Drawing on a terminal of 200 columns and 60 rows.
  .time("draw and render 200×60, ASCII", goal: 200_000, nominal: 16_000, drawASCII),
  .time("draw and render 200×60, boxes", goal: 300_000, nominal: 16_000, drawBoxes),
  .time("draw and render 200×60, accents", goal: 400_000, nominal: 16_000, drawAccents),
  .time("draw and render 200×60, emoji", goal: 4_000_000, nominal: 16_000, drawEmoji),
  .count("bytes of one cell, plain", atMost: 12, "bytes", bytesOfOnePlainCell),
  .count("bytes of one cell, at worst", atMost: 60, "bytes", bytesOfOneCellAtWorst),
  .count("memory of 10,000 frames", atMost: 0, "bytes", memoryOfManyFrames),

  // Building.
  .once("clean debug build", goal: 20e9, nominal: 2e9, cleanDebugBuild),

  // Publishers, next to a store.
  .peer("OpenCombine PassthroughSubject", passthroughSubject),
  .peer("OpenCombine CurrentValueSubject", currentValueSubject),
  .peer("OpenCombine subject and scan", subjectWithScan),
]
