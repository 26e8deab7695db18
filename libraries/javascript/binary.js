import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Returns the path of the binary: the given path, `UNDERSTUDY_BINARY`, the package of this platform, or the one on `PATH`. */
export function findBinary(path = process.env.UNDERSTUDY_BINARY) {
  if (path) {
    if (!isExecutable(path)) throw new Error(`${path} is not an executable file.`);
    return path;
  }
  try {
    return createRequire(import.meta.url).resolve(`understudy-entra-${process.platform}-${process.arch}/understudy`);
  } catch {
    // There is no package for this platform, or the package is not installed.
  }
  const installed = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "understudy")).find(isExecutable);
  if (installed) return installed;
  throw new Error(
    `There is no binary of Understudy for ${process.platform}-${process.arch}. Set UNDERSTUDY_BINARY to the path of a binary, put one on `
    + "PATH, or use a running server: Understudy.connect(url).");
}
