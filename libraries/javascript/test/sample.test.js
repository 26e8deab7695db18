/** Ten tests of an application that signs in by OpenID Connect. Each test has a tenant of its own, so that they run at the same time. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Understudy } from "understudy-entra";

const APP = "5a5a5a5a-0002-4001-8001-000000000001";
const WORKER = "5a5a5a5a-0002-4001-8001-000000000002";
const TICKETS_API = "5a5a5a5a-0002-4001-8001-000000000003";
const SHOP = "5a5a5a5a-0002-4001-8001-000000000005";
const PHONE = "5a5a5a5a-0002-4001-8001-000000000006";
const TICKETS = "openid offline_access api://tickets/Tickets.Read";
const [ROBIN, KIM] = ["robin@relecloud.example", "kim@relecloud.example"];

let understudy;
before(async () => {
  understudy = await Understudy.start({ config: fileURLToPath(new URL("../../sample/understudy.yaml", import.meta.url)) });
});
after(() => understudy.stop());

const withTenant = (use, cloneOf = "relecloud.example") => () => understudy.withTenant({ cloneOf }, use);

async function post(address, form) {
  const response = await fetch(address, { method: "POST", body: new URLSearchParams(form) });
  return { status: response.status, headers: response.headers, ...await response.json() };
}

const token = (tenant, form) => post(`${tenant.plainAuthority}/oauth2/v2.0/token`, form);
const workerToken = (tenant) => token(tenant, {
  grant_type: "client_credentials", client_id: WORKER, client_secret: "relecloud-worker-secret", scope: "api://tickets/.default",
});

/** Signs a user in with PKCE, as a client library does, and returns the response of the token endpoint. */
async function signIn(tenant, user, { client = APP, scope = TICKETS, authority = tenant.plainAuthority, ...more } = {}) {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const query = new URLSearchParams({
    client_id: client, response_type: "code", redirect_uri: "http://localhost", scope, state: randomBytes(8).toString("hex"),
    code_challenge: challenge, code_challenge_method: "S256",
  });
  const { code, error } = await tenant.signIn(`${authority}/oauth2/v2.0/authorize?${query}`, user, more);
  if (!code) return { error };
  return post(`${authority}/oauth2/v2.0/token`, {
    grant_type: "authorization_code", client_id: client, code, redirect_uri: "http://localhost", scope, code_verifier: verifier,
  });
}

describe("an application", { concurrency: true }, () => {
  test("signs in with a second factor", withTenant(async (tenant) => {
    assert.ok((await signIn(tenant, KIM)).id_token);
    assert.ok((await tenant.codes("+14255550121")).length, "the code was sent by text message");
  }));

  test("reports a declined consent", withTenant(async (tenant) => {
    assert.equal((await signIn(tenant, ROBIN, { consent: "decline" })).error, "access_denied");
  }));

  test("refreshes an expired access token", withTenant(async (tenant) => {
    const first = await signIn(tenant, ROBIN);
    await tenant.advance("PT2H");
    assert.equal((await understudy.inspectToken({ token: first.access_token })).valid, false);
    const renewed = await token(tenant, {
      grant_type: "refresh_token", client_id: APP, refresh_token: first.refresh_token, scope: TICKETS,
    });
    assert.equal((await understudy.inspectToken({ token: renewed.access_token })).valid, true);
  }));

  test("is told when to come again", withTenant((tenant) => tenant.withStub(
    { endpoint: "token" }, [{ status: 429, headers: { "Retry-After": "5" }, body: { error: "temporarily_unavailable" } }],
    async () => {
      const response = await workerToken(tenant);
      assert.equal(response.status, 429);
      assert.equal(response.headers.get("Retry-After"), "5");
    })));

  test("calls another API on behalf of the user", withTenant(async (tenant) => {
    const { access_token: assertion } = await signIn(tenant, ROBIN);
    const result = await token(tenant, {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", requested_token_use: "on_behalf_of", client_id: TICKETS_API,
      client_secret: "tickets-api-secret", assertion, scope: "api://payments/Payments.Read",
    });
    const { valid, reasons } = await understudy.inspectToken({ token: result.access_token, scope: "Payments.Read" });
    assert.ok(valid, JSON.stringify(reasons));
  }));

  test("signs a customer up", withTenant(async (tenant) => {
    const authority = `${understudy.http}/${tenant.domains[0]}/B2C_1_signup`;
    const result = await signIn(
      tenant, "nia@customer.example", { client: SHOP, scope: `openid ${SHOP}`, authority, newPassword: "Fjord-Trip 1" });
    const claims = JSON.parse(Buffer.from(result.id_token.split(".")[1], "base64url"));
    assert.deepEqual(claims.emails, ["nia@customer.example"]);
  }, "relecloudb2c.example"));

  test("authenticates natively", withTenant(async (tenant) => {
    const send = (path, form) => post(`${tenant.plainAuthority}/${path}`, { client_id: PHONE, ...form });
    const begun = await send("oauth2/v2.0/initiate", { username: "casey@customer.example", challenge_type: "password redirect" });
    const asked = await send("oauth2/v2.0/challenge", {
      continuation_token: begun.continuation_token, challenge_type: "password redirect",
    });
    const tokens = await send("oauth2/v2.0/token", {
      continuation_token: asked.continuation_token, grant_type: "password", password: "Understudy!1", scope: "openid offline_access",
    });
    assert.ok((await understudy.inspectToken({ token: tokens.id_token })).valid);
  }, "relecloudexternal.example"));

  test("signs in with a device code", withTenant(async (tenant) => {
    const device = await post(`${tenant.plainAuthority}/oauth2/v2.0/devicecode`, { client_id: APP, scope: TICKETS });
    await fetch(device.verification_uri, {
      method: "POST", body: new URLSearchParams({ otc: device.user_code, loginfmt: ROBIN, passwd: "Understudy!1", consent: "accept" }),
    });
    const result = await token(tenant, {
      grant_type: "urn:ietf:params:oauth:grant-type:device_code", client_id: APP, device_code: device.device_code,
    });
    assert.ok(result.access_token);
  }));

  test("is verified by the request journal", withTenant(async (tenant) => {
    await workerToken(tenant);
    await tenant.verify({ endpoint: "token", clientId: WORKER, outcome: "success" }, 1);
    await assert.rejects(tenant.verify({ endpoint: "token", grantType: "refresh_token" }, 1), /wanted "refresh_token", found "client_credentials"/);
  }));

  for (const number of [1, 2, 3]) {
    test(`shares no state with other tenants (${number})`, withTenant(async (tenant) => {
      await tenant.withStub({ endpoint: "token" }, [{ error: "AADSTS7000215" }], async () => {
        assert.deepEqual((await workerToken(tenant)).error_codes, [7000215]);
      });
      await tenant.verify({ endpoint: "token" }, 1);
    }));
  }
});
