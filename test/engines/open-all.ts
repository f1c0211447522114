// A program that opens every engine with a game in it, says so, and ends as its argument says: for the test of what is left
// behind.

import { openEngines } from "./all-engines.js";

const [ending] = process.argv.slice(2);
const open = await openEngines();
for (const engine of open.engines) await engine.open("game");
console.log("all are open");
if (ending === "close") await open.close();
else setInterval(() => undefined, 1000);
