// The page of the benchmark: one game behind the bridge, and a second one of the same code that is ticked bare.

import { mount } from "@tickbridge/bridge";
import { createCandyrush } from "../examples/candyrush-mock/src/game.js";

const bridged = createCandyrush();
const bare = createCandyrush();
mount(bridged, { autoStart: false });
Object.assign(window, { bridged, bare });
