// What is loaded behind the gate.

export { installBridge } from "./install.js";
