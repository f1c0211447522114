export { installTripwires } from "../tripwires/install.js";
export { tripwireModes } from "../tripwires/mode.js";
export type { Host, HostJournal, JournalState, StoredJournal } from "./host.js";
export { type JournalEntry, type JournalSource, JournalWriter } from "./journal.js";
export { Journal, readJournal } from "./journal-reader.js";
export { RegistrationError } from "./registration-error.js";
export type { Session } from "./session.js";
export type { SessionListener } from "./session-listener.js";
export { createSession } from "./watched-session.js";
