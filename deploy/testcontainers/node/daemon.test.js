import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import tls from "node:tls";
import { ConfidentialClientApplication } from "@azure/msal-node";
import { GenericContainer, Wait } from "testcontainers";

let understudy;
let http;

before(async () => {
  understudy = await new GenericContainer("understudy")
    .withEnvironment({ UNDERSTUDY_LOG_FORMAT: "json" })
    .withExposedPorts(8080, 8443)
    .withWaitStrategy(Wait.forHttp("/_understudy/health", 8080))
    .start();
  http = `http://${understudy.getHost()}:${understudy.getMappedPort(8080)}`;
  const response = await fetch(`${http}/_understudy/ca.pem`);
  tls.setDefaultCACertificates([...tls.getCACertificates(), await response.text()]);
});

after(() => understudy?.stop());

test("a daemon gets a token", async () => {
  const host = `${understudy.getHost()}:${understudy.getMappedPort(8443)}`;
  const application = new ConfidentialClientApplication({
    auth: {
      clientId: "aaaaaaaa-0000-4000-8000-000000000004",
      authority: `https://${host}/contoso.com`,
      knownAuthorities: [host],
      clientSecret: "understudy-daemon-secret",
    },
  });
  const result = await application.acquireTokenByClientCredential({ scopes: ["api://orders/.default"] });
  assert.ok(result.accessToken);
  const verified = await fetch(`${http}/_understudy/requests/verify`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"match": {"clientId": "aaaaaaaa-0000-4000-8000-000000000004", "endpoint": "token", "outcome": "success"}, "count": 1}',
  });
  assert.equal(verified.status, 200, await verified.text());
});
