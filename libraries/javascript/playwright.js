/**
 * Fixtures for Playwright:
 *
 *     import { test as base } from "@playwright/test";
 *     import { fixtures } from "understudy-entra/playwright";
 *     export const test = base.extend(fixtures({ config: "understudy.yaml", cloneOf: "contoso.com" }));
 *
 * `understudy` is a server for the worker, `tenant` a tenant for the test, and `signedIn` a function that signs a user in and returns the
 * `storageState` of the single sign-on session, for `browser.newContext({ storageState, ignoreHTTPSErrors: true })`.
 */
import { Understudy } from "./index.js";

export function fixtures({ cloneOf = "contoso.com", url, ...start } = {}) {
  return {
    understudy: [async ({}, use) => {
      const server = url ? await Understudy.connect(url) : await Understudy.start(start);
      try {
        await use(server);
      } finally {
        await server.stop();
      }
    }, { scope: "worker" }],
    tenant: async ({ understudy }, use) => { await understudy.withTenant({ cloneOf }, use); },
    signedIn: async ({ tenant }, use) => { await use((request) => storageState(tenant, request)); },
  };
}

/**
 * Signs a user in by one form post, and returns the session's cookies in the form of Playwright's `storageState`. `url` is an authorize
 * request of the application. Consents that are outstanding are given.
 */
export async function storageState(tenant, { url, user, password }) {
  const own = new URL(url);
  const address = `${tenant.server.http}${own.pathname}${own.search}`;
  const response = await fetch(address, {
    method: "POST", redirect: "manual", body: new URLSearchParams({ loginfmt: user, passwd: password, consent: "accept" }),
  });
  if (response.status !== 302) throw new Error(`The sign-in of ${user} stopped at a page with status ${response.status}.`);
  return { cookies: response.headers.getSetCookie().map((line) => cookie(line, own)), origins: [] };
}

function cookie(line, { hostname, protocol }) {
  const [pair, ...attributes] = line.split(";").map((part) => part.trim());
  const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
  const found = new Map(attributes.map((part) => [part.split("=")[0].toLowerCase(), part.slice(part.indexOf("=") + 1)]));
  return {
    name, value, domain: hostname, path: found.get("path") ?? "/", expires: -1, httpOnly: found.has("httponly"),
    secure: found.has("secure") && protocol === "https:", sameSite: found.get("samesite") ?? "Lax",
  };
}
