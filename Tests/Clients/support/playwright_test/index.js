/**
 * The part of `@playwright/test` that tests of this repository use, on playwright-core. Only the npm registry has the package itself. A
 * fixture or a matcher that is missing here is an error, so that no expectation passes unread.
 */
import assert from "node:assert/strict";
import { after, test as run } from "node:test";
import { setTimeout } from "node:timers/promises";
import { chromium } from "playwright-core";

/** How long an expectation may take, in milliseconds, as with the package. */
const PATIENCE = 5_000;
const options = {};

/** The browser of the process. */
const launched = chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
after(async () => (await launched).close());

export const test = tests({
  browser: async ({}, use) => { await use(await launched); },
  page: async ({ browser }, use) => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(2 * PATIENCE);
    await use(await context.newPage());
    await context.close();
  },
});

/** The function that declares tests with these fixtures. */
function tests(fixtures) {
  const declare = (name, body) => run(name, () => withFixtures(fixtures, namesOf(body), {}, body));
  declare.use = (more) => Object.assign(options, more);
  declare.extend = (more) => tests({ ...fixtures, ...more });
  return declare;
}

/** Sets up the named fixtures, each after those that it names itself, runs the body, and cleans up in reverse, after a failure too. */
async function withFixtures(fixtures, names, made, body) {
  const name = names.find((each) => !(each in made));
  if (name === undefined) return body(made);
  assert.ok(name in fixtures, `there is no fixture ${name}`);
  const [setUp] = [fixtures[name]].flat();
  await withFixtures(fixtures, namesOf(setUp), made, async () => {
    const failures = [];
    await setUp(made, async (value) => {
      made[name] = value;
      await withFixtures(fixtures, names, made, body).catch((error) => failures.push(error));
    });
    for (const failure of failures) throw failure;
  });
}

/** The names that a function takes from its first argument. Playwright, too, learns of the fixtures from its text. */
function namesOf(body) {
  const [, list] = /^[^(]*\(\s*\{([^}]*)\}/.exec(body.toString()) ?? assert.fail("the first argument is not destructured");
  return list.split(",").map((each) => each.trim()).filter(Boolean);
}

const toContain = (text, part) => assert.ok(text.includes(part), `"${text}" does not contain "${part}"`);

export function expect(value) {
  return known(typeof value === "string"
    ? { toContain: (part) => toContain(value, part) }
    : { toBeVisible: () => value.waitFor({ timeout: PATIENCE }) });
}

/** Expects something of what a function returns, sooner or later. */
expect.poll = (read) => known({ toContain: (part) => eventually(() => toContain(read(), part)) });

function known(matchers) {
  return new Proxy(matchers, { get: (_, name) => matchers[name] ?? assert.fail(`there is no matcher ${String(name)}`) });
}

async function eventually(check) {
  for (const end = Date.now() + PATIENCE; ;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await setTimeout(20);
    }
  }
}
