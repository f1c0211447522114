// The bridge as a script: tickbridge.core.js, which tickbridge.global.js adds when the gate is on.

import { installBridge } from "./install.js";

(globalThis as unknown as Record<symbol, unknown>)[Symbol.for("tickbridge.core")] = { installBridge };
