#!/usr/bin/env node
// The command's fixed place: npm links it before anything is built, and a build cannot take its permission to run away.

import "../dist/cli/main.js";
