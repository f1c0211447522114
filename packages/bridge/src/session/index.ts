export type { Host, HostJournal, JournalState, StoredJournal } from "./host.js";
export { type JournalEntry, type JournalSource, JournalWriter } from "./journal.js";
export { Journal, readJournal } from "./journal-reader.js";
export { RegistrationError } from "./registration-error.js";
export type { Session, SessionListener } from "./session.js";
export { createSession } from "./watched-session.js";
