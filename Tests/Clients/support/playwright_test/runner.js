/** Runs files of tests in one process, some at once: `node runner.js FILE…`. Each file is a suite, which bears its name. */
import { describe } from "node:test";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
// The browser ends after all files, not after the first one.
import "./index.js";

describe("files", { concurrency: 4 }, () => {
  for (const file of process.argv.slice(2)) describe(basename(file), () => import(pathToFileURL(file)));
});
