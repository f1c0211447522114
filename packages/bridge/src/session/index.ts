export { createSession } from "./create-session.js";
export type { Host } from "./host.js";
export { RegistrationError } from "./registration-error.js";
export type { Session, SessionListener } from "./session.js";
