import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import tls from "node:tls";

import { findBinary } from "./binary.js";
import { Control } from "./control.js";
import { Tenant } from "./tenant.js";

export { findBinary } from "./binary.js";
export { Control, ControlError, VerificationError } from "./control.js";
export { operations } from "./operations.js";
export { Tenant } from "./tenant.js";

const startTimeout = 30_000;
const dispose = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");

/** The server did not start. The message has what the server printed. */
export class StartError extends Error {
  name = "StartError";
}

/** A running server, started here or elsewhere, and its control plane. `http` and `https` are the origins. */
export class Understudy extends Control {
  #process;
  #folder;

  constructor(http, { https, token, process, folder } = {}) {
    super(http, { token });
    this.https = https;
    this.#process = process;
    this.#folder = folder;
  }

  /**
   * Starts a server on free ports, and returns when it accepts requests. `config` is the path of a configuration file, or the
   * configuration itself; `options` are options of `understudy serve`.
   */
  static async start({ binary, config, httpPort = 0, httpsPort = 0, token, options = [], env = {} } = {}) {
    const folder = mkdtempSync(join(tmpdir(), "understudy-"));
    const [ready, log] = [join(folder, "ready.json"), join(folder, "server.log")];
    const output = openSync(log, "w");
    const child = spawn(
      findBinary(binary),
      ["serve", "--http-port", String(httpPort), "--https-port", String(httpsPort), "--ready-file", ready, ...options],
      { stdio: ["ignore", output, output], cwd: folder, env: environment(config, token, env) });
    // A test process that ends early takes the server with it.
    const end = () => child.kill("SIGKILL");
    process.once("exit", end);
    child.once("exit", () => process.off("exit", end));
    try {
      const { origins } = await started(child, ready, log);
      const origin = (scheme) => origins.find((each) => each.startsWith(`${scheme}:`));
      return new Understudy(origin("http"), { https: origin("https"), token, process: child, folder });
    } catch (error) {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Returns a server that runs already, such as one in a container. */
  static async connect(url = "http://localhost:8080", { token } = {}) {
    const server = new Understudy(url, { token, folder: mkdtempSync(join(tmpdir(), "understudy-")) });
    server.https = (await server.health()).origins.find((origin) => origin.startsWith("https:"));
    return server;
  }

  /** Creates a tenant for one test: a copy of another, or with `cloneOf: null` an empty one. Delete the tenant at the end. */
  async tenant({ cloneOf = "contoso.com", keepAppIds = true, displayName } = {}) {
    const body = cloneOf ? { cloneOf, keepAppIds, displayName } : { displayName };
    return new Tenant(this, await this.makeTenant(body));
  }

  /** Runs `use` with a tenant of its own, and deletes the tenant. */
  async withTenant(options, use) {
    const tenant = await this.tenant(options);
    try {
      return await use(tenant);
    } finally {
      await tenant.delete();
    }
  }

  /** Writes the CA certificate to a file, for NODE_EXTRA_CA_CERTS of another process, and returns the path. */
  async caFile() {
    const path = join(this.#folder, "ca.pem");
    if (!existsSync(path)) writeFileSync(path, await this.caPEM());
    return path;
  }

  /** Makes this process trust the server: `node:https`, and where Node.js has tls.setDefaultCACertificates, `fetch` too. */
  async trust() {
    const certificates = [...tls.rootCertificates, await this.caPEM()];
    https.globalAgent.options.ca = certificates;
    tls.setDefaultCACertificates?.(certificates);
  }

  /** What a server that was started here has printed. */
  get log() { return readFileSync(join(this.#folder, "server.log"), "utf8"); }

  /** Ends a server that was started here, and removes its files. */
  async stop() {
    const child = this.#process;
    this.#process = undefined;
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      if (!await Promise.race([ended.then(() => true), wait(10_000, false, { ref: false })])) child.kill("SIGKILL");
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async [dispose]() { await this.stop(); }
}

/** Returns the environment of the server. Settings of the surrounding shell have no effect on a test. */
function environment(config, token, more) {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("UNDERSTUDY_")));
  if (token !== undefined) own.UNDERSTUDY_CONTROL_TOKEN = token;
  if (typeof config === "object") own.UNDERSTUDY_CONFIG_INLINE = JSON.stringify(config);
  else if (config !== undefined) own.UNDERSTUDY_CONFIG = config;
  return { ...own, ...more };
}

/** Returns the content of the ready file, which the server writes when it accepts requests. */
async function started(child, ready, log) {
  let problem;
  child.once("error", (error) => { problem = error; });
  for (const deadline = Date.now() + startTimeout; Date.now() < deadline; await wait(3)) {
    if (existsSync(ready)) return JSON.parse(readFileSync(ready, "utf8"));
    if (problem || child.exitCode !== null) break;
  }
  throw new StartError(`The server did not start${problem ? `: ${problem.message}` : ""}.\n${readFileSync(log, "utf8")}`);
}
