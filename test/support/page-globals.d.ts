// What the tests' page functions see on `window`: the public commands, loosely typed.

interface TestReply {
  readonly ok: boolean;
  readonly cmd: string;
  readonly seq: number;
  readonly [field: string]: unknown;
}
interface TestWait {
  readonly ok: boolean;
  readonly result?: TestReply;
  readonly results: readonly TestReply[];
  readonly state?: { readonly [field: string]: unknown };
}
type TestCommand = (...args: unknown[]) => { readonly cmd: string; readonly seq: number };

declare const __candyReady: Promise<unknown>;
declare const __candyState: { readonly tick?: number; readonly [field: string]: unknown };
declare const __candyWait: (argument?: unknown) => Promise<TestWait>;
declare const __candyPinSeed: TestCommand;
declare const __candyStartRun: TestCommand;
declare const __candyStep: TestCommand;
declare const __candyStepUntil: TestCommand;
declare const __candyChoose: TestCommand;
declare const __candyInput: TestCommand;
declare const __candyPause: TestCommand;
declare const __candyResume: TestCommand;
declare const __candyDump: TestCommand;
declare const __candyHash: TestCommand;
declare const __candyExportReplay: TestCommand;
declare const __candyLoadReplay: TestCommand;
