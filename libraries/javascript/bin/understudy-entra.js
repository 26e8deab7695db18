#!/usr/bin/env node
// The server's binary with the same arguments.
import { spawn } from "node:child_process";

import { findBinary } from "../binary.js";

try {
  const child = spawn(findBinary(), process.argv.slice(2), { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
} catch (error) {
  console.error(`understudy-entra: ${error.message}`);
  process.exit(1);
}
