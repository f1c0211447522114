export { type BrowserName, type BrowserOptions, type FoundBrowser, findBrowser } from "./browser.js";
export { type ConsoleEvent, consoleEvents, type IncompleteEvent, type LineSource } from "./console/console-events.js";
export {
  type ConsoleLine,
  type ConsoleOptions,
  type ConsolePart,
  type MalformedLine,
  parseConsoleLine,
  type RunEnd,
} from "./console/parse-console-line.js";
export { CommandError, DriverError, type DriverErrorCode } from "./errors.js";
export {
  type Acted,
  type Batched,
  type BatchOptions,
  type CallOptions,
  type Description,
  GameSession,
  type OpenChoice,
  type Stepped,
} from "./game-session.js";
export { type GamePlace, type LaunchOptions, launch } from "./launch.js";
export { type RunningServer, type ServeOptions, serveDirectory } from "./serve.js";
export { type VerifyOptions, verify } from "./verify.js";
