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
  type Stepped,
} from "./game-session.js";
export { type GamePlace, type LaunchOptions, launch } from "./launch.js";
export {
  type Around,
  type Interval,
  type Localisation,
  type LocaliseOptions,
  localise,
  type Side,
  type SidesDifference,
} from "./localise.js";
export { type RunningServer, type ServeOptions, serveDirectory } from "./serve.js";
export { type VerifyOptions, verify } from "./verify.js";
