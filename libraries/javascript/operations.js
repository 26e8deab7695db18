/**
 * The operations of the control plane: name, method, path, parameters of the query, and whether there is a body. The names are those of
 * the server's OpenAPI description (`GET /_understudy/openapi.json`), and a test compares both.
 */
const match = [
  "clientRequestId", "clientId", "tenant", "user", "endpoint", "notEndpoint", "grantType", "scope", "header", "parameter",
];
const entries = [...match, "outcome", "since", "before"];

const row = (method, path, query = [], hasBody = false) => ({ method, path: `/_understudy/${path}`, query, hasBody });

export const operations = {
  health: row("GET", "health"),
  metrics: row("GET", "metrics"),
  openAPI: row("GET", "openapi.yaml"),
  openAPIJSON: row("GET", "openapi.json"),
  configurationSchema: row("GET", "schema.json"),
  graphReference: row("GET", "graph"),
  errorCatalog: row("GET", "errors", ["code", "search"]),
  caPEM: row("GET", "ca.pem"),
  caDER: row("GET", "ca.der"),
  caMobileConfig: row("GET", "ca.mobileconfig"),
  sshCA: row("GET", "ssh-ca.pub"),
  reset: row("POST", "reset", ["tenant"]),
  exportDirectory: row("GET", "directory"),
  replaceDirectory: row("PUT", "directory", [], true),
  makeTenant: row("POST", "tenants", [], true),
  deleteTenant: row("DELETE", "tenants/{tenant}"),
  clock: row("GET", "clock", ["tenant"]),
  steerClock: row("PUT", "clock", ["tenant"], true),
  outbox: row("GET", "outbox", ["to"]),
  answerPush: row("POST", "outbox/answer", [], true),
  revoke: row("POST", "revocations", [], true),
  signIn: row("POST", "signin", [], true),
  addResponses: row("POST", "responses", [], true),
  listResponses: row("GET", "responses", ["secrets", "id", "host", ...match]),
  removeResponses: row("DELETE", "responses", ["id", "host", ...match]),
  challenge: row("POST", "challenges", [], true),
  listRequests: row("GET", "requests", [...entries, "secrets", "view", "limit"]),
  clearRequests: row("DELETE", "requests", entries),
  request: row("GET", "requests/{id}", ["secrets", "view"]),
  countRequests: row("POST", "requests/count", [], true),
  verifyRequests: row("POST", "requests/verify", [], true),
  streamRequests: row("GET", "requests/stream", [...entries, "secrets", "view"]),
  mintToken: row("POST", "tokens", [], true),
  inspectToken: row("POST", "tokens/inspect", [], true),
  listKeys: row("GET", "keys"),
  rotateKeys: row("POST", "keys/rotate", [], true),
  dropKey: row("DELETE", "keys/{key}"),
};
