/** The library itself: operations as described, start, rejected calls, trust, and the session of a signed-in user. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import https from "node:https";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { ControlError, operations, StartError, Understudy, VerificationError } from "understudy-entra";
import { storageState } from "understudy-entra/playwright";

let understudy;
before(async () => { understudy = await Understudy.start(); });
after(() => understudy.stop());

const resolved = (description, node) => {
  while (node.$ref) node = node.$ref.slice(2).split("/").reduce((found, part) => found[part], description);
  return node;
};

test("every operation of the description is declared, and has a method", async () => {
  const description = await understudy.openAPIJSON();
  const described = {};
  for (const [path, methods] of Object.entries(description.paths)) {
    if (!path.startsWith("/_understudy/")) continue;
    for (const [method, operation] of Object.entries(methods)) {
      const parameters = (operation.parameters ?? []).map((each) => resolved(description, each));
      described[operation.operationId] = {
        method: method.toUpperCase(), path, hasBody: "requestBody" in operation,
        query: parameters.filter((each) => each.in === "query").map((each) => each.name).sort(),
      };
      assert.equal(typeof understudy[operation.operationId], "function", operation.operationId);
    }
  }
  const declared = Object.fromEntries(
    Object.entries(operations).map(([name, row]) => [name, { ...row, query: [...row.query].sort() }]));
  assert.deepEqual(declared, described);
});

test("a wrong option is a start error with the output", async () => {
  await assert.rejects(Understudy.start({ options: ["--no-such-option"] }), (error) =>
    error instanceof StartError && error.message.includes("no-such-option"));
});

test("the control token is sent", async () => {
  const guarded = await Understudy.start({ token: "a-token-of-the-test" });
  try {
    assert.ok((await guarded.exportDirectory()).tenants.length);
    await assert.rejects(new Understudy(guarded.http).exportDirectory(), (error) =>
      error instanceof ControlError && error.status === 401);
  } finally {
    await guarded.stop();
  }
});

test("an unknown parameter is rejected before the call", async () => {
  await assert.rejects(understudy.listRequests({ clientid: "x" }), /no parameter clientid/);
});

test("a rejected call names the member", async () => {
  await assert.rejects(understudy.steerClock({ advance: "soon" }), /\/advance/);
});

test("a verification that fails names the nearest miss", () => understudy.withTenant({}, async (tenant) => {
  await fetch(`${tenant.plainAuthority}/v2.0/.well-known/openid-configuration`);
  await assert.rejects(tenant.verify({ endpoint: "token" }), (error) =>
    error instanceof VerificationError && error.message.includes('endpoint: wanted "token", found "discovery"'));
}));

test("a stub that is not used fails", () => understudy.withTenant({}, async (tenant) => {
  await assert.rejects(tenant.withStub({ endpoint: "token" }, [{ status: 503 }], async () => {}), /1 of the stubbed responses/);
}));

test("entries are streamed", () => understudy.withTenant({}, async (tenant) => {
  const stop = new AbortController();
  const entries = understudy.streamRequests({ tenant: tenant.id, view: "summary" }, { signal: stop.signal });
  const first = entries.next();
  const asked = setInterval(() => fetch(`${tenant.plainAuthority}/v2.0/.well-known/openid-configuration`), 50);
  assert.equal((await first).value.endpoint, "discovery");
  clearInterval(asked);
  stop.abort();
  await entries.return().catch(() => {});
}));

test("node:https trusts the server, and a child process by a file", async () => {
  await understudy.trust();
  const address = `${understudy.https}/common/v2.0/.well-known/openid-configuration`;
  const status = await new Promise((resolve, reject) => {
    https.get(address, (response) => resolve(response.resume().statusCode)).on("error", reject);
  });
  assert.equal(status, 200);
  const child = spawnSync(
    process.execPath, ["-e", `fetch("${address}").then((response) => console.log(response.status))`],
    { encoding: "utf8", env: { ...process.env, NODE_EXTRA_CA_CERTS: await understudy.caFile() } });
  assert.equal(child.stdout.trim(), "200", child.stderr);
});

test("the session of a signed-in user needs no page", () => understudy.withTenant({}, async (tenant) => {
  const query = new URLSearchParams({
    client_id: "aaaaaaaa-0000-4000-8000-000000000001", response_type: "code", redirect_uri: "http://localhost", scope: "openid",
  });
  const url = `${tenant.plainAuthority}/oauth2/v2.0/authorize?${query}`;
  const { cookies } = await storageState(tenant, { url, user: "alex@contoso.com", password: "Understudy!1" });
  const silent = await fetch(`${url}&prompt=none`, {
    redirect: "manual", headers: { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") },
  });
  assert.match(silent.headers.get("Location"), /[?&]code=/);
}));

test("the command is the server", () => {
  const command = fileURLToPath(new URL("../bin/understudy-entra.js", import.meta.url));
  const { stdout, status } = spawnSync(process.execPath, [command, "version"], { encoding: "utf8" });
  assert.equal(status, 0);
  assert.match(stdout, /\d+\.\d+\.\d+/);
});
