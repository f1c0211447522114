export { type BrowserName, type BrowserOptions, type FoundBrowser, findBrowser } from "./browser.js";
export { CommandError, DriverError, type DriverErrorCode } from "./errors.js";
export {
  type Acted,
  type Batched,
  type BatchOptions,
  type CallOptions,
  type Description,
  GameSession,
  type OpenChoice,
  type Recovered,
  type Stepped,
} from "./game-session.js";
export type { JournalOptions, JournalPlace } from "./journal-keeper.js";
export { type GamePlace, type LaunchOptions, launch } from "./launch.js";
export { type RunningServer, type ServeOptions, serveDirectory } from "./serve.js";
export { type VerifyOptions, verify } from "./verify.js";
