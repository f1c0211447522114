export type { Command } from "@tickbridge/bridge/protocol";
export { type AttachOptions, attach } from "./attach.js";
export { type BrowserName, type BrowserOptions, type FoundBrowser, findBrowser } from "./browser.js";
export { type ConnectOptions, connect } from "./connect.js";
export { type ConsoleEvent, consoleEvents, type IncompleteEvent, type LineSource } from "./console/console-events.js";
export {
  type ConsoleLine,
  type ConsoleOptions,
  type ConsolePart,
  type MalformedLine,
  parseConsoleLine,
  type RunEnd,
} from "./console/parse-console-line.js";
export { CommandError, DriverError, type DriverErrorCode, PolicyError } from "./errors.js";
export type { FrameLike, PageLike } from "./game-frame.js";
export { GameSession } from "./game-session.js";
export type { JournalOptions, JournalPlace } from "./journal-keeper.js";
export { type GamePlace, type LaunchOptions, launch, type PageOptions } from "./launch.js";

export {
  type Around,
  type Interval,
  type Localisation,
  type LocaliseOptions,
  localise,
  type Side,
  type SidesDifference,
  type Suspect,
} from "./localise.js";
export {
  type Aim,
  type Given,
  type GivenCount,
  type Minimised,
  type MinimiseOptions,
  minimise,
  type Shown,
} from "./minimise.js";
export type { Decision, Played, PlayOptions, PlayPolicy, PolicyState } from "./play.js";

export type {
  Acted,
  Answer,
  AnswersByKind,
  Batched,
  BatchOptions,
  Branch,
  Branches,
  CallOptions,
  Description,
  Evaluation,
  Forked,
  News,
  OpenChoice,
  Recovered,
  SelfChecked,
  Sequenced,
  Stepped,
  Travelled,
  View,
  Viewed,
} from "./replies.js";
export { type RunningServer, type ServeOptions, serveDirectory } from "./serve.js";
export { type VerifyOptions, verify } from "./verify.js";
