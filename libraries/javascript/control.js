import { operations } from "./operations.js";

/** The control plane rejected a call. `problem` is the problem document (RFC 9457), and `status` the HTTP status. */
export class ControlError extends Error {
  constructor(status, problem) {
    super(message(problem) || `The control plane answered with status ${status}.`);
    this.name = this.constructor.name;
    this.status = status;
    this.problem = problem;
  }
}

/** The request journal does not have the expected requests. The message names the nearest misses. */
export class VerificationError extends ControlError {}

function message(problem) {
  const lines = [[problem.title, problem.detail].filter(Boolean).join(": ")];
  for (const error of problem.errors ?? []) lines.push(`  ${error.pointer}: ${error.detail}`);
  for (const { request, differs } of problem.closest ?? []) {
    lines.push(`  #${request.id} ${request.method} ${request.endpoint}, status ${request.status}${request.error ? `, ${request.error}` : ""}`);
    for (const { member, wanted, found } of differs ?? []) {
      lines.push(`    ${member}: wanted ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`);
    }
  }
  return lines.join("\n");
}

/** The control plane of a running server: one method for each operation of the OpenAPI description. */
export class Control {
  #token;

  constructor(http, { token } = {}) {
    this.http = http.replace(/\/$/, "");
    this.#token = token;
  }

  /** Calls an operation by its name in the OpenAPI description. */
  async call(name, { body, query = {}, path = {} } = {}) {
    return content(await this.send(name, { body, query, path }));
  }

  async send(name, { body, query = {}, path = {}, signal } = {}) {
    const operation = operations[name];
    if (!operation) throw new TypeError(`There is no operation ${name}.`);
    const headers = {};
    if (this.#token !== undefined) headers.Authorization = `Bearer ${this.#token}`;
    if (operation.hasBody) headers["Content-Type"] = "application/json";
    const response = await fetch(this.http + address(operation, query, path), {
      method: operation.method, headers, signal, body: operation.hasBody ? JSON.stringify(body ?? {}) : undefined,
    });
    if (response.ok) return response;
    const problem = await content(response);
    const kind = problem?.verified === false ? VerificationError : ControlError;
    throw new kind(response.status, typeof problem === "object" && problem ? problem : { detail: String(problem ?? "") });
  }

  // The server

  health() { return this.call("health"); }
  metrics() { return this.call("metrics"); }
  openAPI() { return this.call("openAPI"); }
  openAPIJSON() { return this.call("openAPIJSON"); }
  configurationSchema() { return this.call("configurationSchema"); }
  graphReference() { return this.call("graphReference"); }
  errorCatalog(query) { return this.call("errorCatalog", { query }); }
  caPEM() { return this.call("caPEM"); }
  caDER() { return this.call("caDER"); }
  caMobileConfig() { return this.call("caMobileConfig"); }
  sshCA() { return this.call("sshCA"); }

  // State

  reset(query) { return this.call("reset", { query }); }
  exportDirectory() { return this.call("exportDirectory"); }
  replaceDirectory(body) { return this.call("replaceDirectory", { body }); }
  makeTenant(body) { return this.call("makeTenant", { body }); }
  deleteTenant(tenant) { return this.call("deleteTenant", { path: { tenant } }); }
  clock(query) { return this.call("clock", { query }); }
  steerClock(body, query) { return this.call("steerClock", { body, query }); }
  async outbox(query) { return (await this.call("outbox", { query })).messages; }
  answerPush(body) { return this.call("answerPush", { body }); }
  revoke(body) { return this.call("revoke", { body }); }
  signIn(body) { return this.call("signIn", { body }); }

  // Stubs

  async addResponses(body) { return (await this.call("addResponses", { body })).id; }
  async listResponses(query) { return (await this.call("listResponses", { query })).responses; }
  async removeResponses(query) { return (await this.call("removeResponses", { query })).removed; }
  challenge(body) { return this.call("challenge", { body }); }

  // Request journal

  async listRequests(query) { return (await this.call("listRequests", { query })).requests; }
  async clearRequests(query) { return (await this.call("clearRequests", { query })).deleted; }
  request(id, query) { return this.call("request", { path: { id }, query }); }
  async countRequests(match = {}) { return (await this.call("countRequests", { body: { match } })).count; }
  /** Verifies that matching requests arrived: `{ match?, count?, order? }`. Throws VerificationError with the near misses. */
  async verifyRequests(expected) { await this.call("verifyRequests", { body: expected }); }

  /** Yields journal entries as they are recorded, until `signal` is aborted. */
  async *streamRequests(query, { signal } = {}) {
    const response = await this.send("streamRequests", { query, signal });
    let rest = "";
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + part).split("\n");
      rest = lines.pop();
      for (const line of lines) if (line.startsWith("data:")) yield JSON.parse(line.slice(5));
    }
  }

  // Tokens and keys

  mintToken(body) { return this.call("mintToken", { body }); }
  inspectToken(body) { return this.call("inspectToken", { body }); }
  async listKeys() { return (await this.call("listKeys")).keys; }
  async rotateKeys(body) { return (await this.call("rotateKeys", { body })).keys; }
  dropKey(key) { return this.call("dropKey", { path: { key } }); }
}

function address(operation, query, path) {
  const pairs = [];
  for (const [name, value] of Object.entries(query ?? {})) {
    if (!operation.query.includes(name)) {
      throw new TypeError(
        `${operation.method} ${operation.path} has no parameter ${name}; it has: ${operation.query.join(", ") || "none"}`);
    }
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) pairs.push([name, value.join(",")]);
    else if (typeof value === "object") for (const [key, item] of Object.entries(value)) pairs.push([name, `${key}:${item}`]);
    else pairs.push([name, String(value)]);
  }
  const filled = operation.path.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(path[name]));
  return filled + (pairs.length ? `?${new URLSearchParams(pairs)}` : "");
}

async function content(response) {
  const kind = response.headers.get("Content-Type") ?? "";
  if (kind.includes("json")) return response.json();
  if (kind.startsWith("text/") || kind.includes("yaml") || kind.includes("pem")) return response.text();
  const bytes = new Uint8Array(await response.arrayBuffer());
  return bytes.length ? bytes : undefined;
}
