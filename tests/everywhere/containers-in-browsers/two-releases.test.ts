// @module-tag docker
// @module-tag chromium

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { type EmbeddedStack, startEmbeddedStack } from '@outharbor/embedded/embedded-stack';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DESKTOP } from '../../../infra/emulators/tests/support/browser.ts';
import { docker } from '../../../infra/emulators/tests/support/docker.ts';
import { ROOT } from '../../../scripts/step.ts';
import { FIELDS, REGISTER } from '../../../web/src/content/account.ts';
import { LINKS } from '../../../web/src/content/navigation.ts';
import { PRICING } from '../../../web/src/content/pricing.ts';
import { hold, hydrated, siteBrowser } from '../../support/browser/site-fixture.ts';
import * as steps from '../../support/browser/steps.ts';
import { buildImages, removeImages } from '../../support/containers/built-images.ts';
import { type SingleContainer, startContainer } from '../../support/containers/single-container.ts';
import { type RawAnswer, sendRaw } from '../../support/front-door/raw-request.ts';
import { newMember } from '../../support/members.ts';
import { CARDS, newPerson } from '../../support/people.ts';
import { NEXT_EMAIL, sourcesOfNextRelease } from '../../support/releases.ts';
import { type Balancer, startBalancer } from './balancer.ts';

const tag = `outharbor-test-${randomUUID().slice(0, 8)}`;
const SITE = '/usr/share/nginx/site';

interface Replica {
  readonly url: string;
  readonly container: SingleContainer;
  /** Paths of the hashed files of its build. */
  readonly assets: readonly string[];
}

let balancer: Balancer;
let stack: EmbeddedStack;
let former: Replica;
let next: Replica;

beforeAll(async () => {
  balancer = await startBalancer();
  [stack] = await Promise.all([
    startEmbeddedStack({
      host: '0.0.0.0',
      publicUrl: balancer.url,
      apiEnvironment: { RATE_LIMIT_PER_MINUTE: '100000' },
    }),
    buildImages(tag, ['web']),
    buildNextImage(),
    docker(['network', 'create', tag]),
  ]);
  [former, next] = await Promise.all([startReplica(tag), startReplica(`${tag}-next`)]);
  balancer.choose(() => former.url);
});
afterAll(async () => {
  await Promise.all([former, next].map((replica) => replica?.container.remove()));
  await stack?.close();
  await balancer?.close();
  await docker(['network', 'rm', tag]);
  await Promise.all([tag, `${tag}-next`].map((name) => removeImages(name, ['web'])));
});

async function buildNextImage(): Promise<void> {
  const { sources, remove } = await sourcesOfNextRelease();
  const image = `outharbor/web:${tag}-next`;
  await docker(['build', '--quiet', '--tag', image, '--file', join(ROOT, 'Dockerfile.web'), sources]);
  await remove();
}

/** Starts a replica that shares the network alias of the service with the others. */
async function startReplica(imageTag: string): Promise<Replica> {
  const format = '{{(index .IPAM.Config 0).Gateway}}';
  const host = (await docker(['network', 'inspect', '--format', format, tag])).trim();
  const upstream = `${host}:${new URL(stack.url).port}`;
  const services = ['API', 'STRIPE_PAGES', 'SCHEDULING_PAGES', 'AUTH', 'DATABASE'];
  const container = await startContainer(
    `outharbor/web:${imageTag}`,
    tag,
    {
      EMULATED: 'true',
      REPLICAS_UPSTREAM: 'web:8080',
      ...Object.fromEntries(services.map((name) => [`${name}_UPSTREAM`, upstream])),
    },
    ['--network-alias', 'web', '--publish', '127.0.0.1::8080'],
  );
  await vi.waitFor(() => container.shell('http-ok 8080 /runtime-config.json'), { timeout: 20_000 });
  const names = (await container.shell(`cd ${SITE}/assets && ls`)).split('\n');
  return {
    container,
    url: `http://${await container.publishedAddress(8080)}`,
    assets: names.filter((name) => name && !/\.(br|gz)$/.test(name)).map((name) => `/assets/${name}`),
  };
}

const linesAbout = async (path: string) => {
  const logs = await Promise.all([former, next].map(({ container }) => container.logs()));
  return logs
    .join('\n')
    .split('\n')
    .filter((line) => line.includes(path));
};

const OF_ONE_ANSWER = ['date', 'x-request-id', 'connection', 'keep-alive'];

function described(answer: RawAnswer | undefined) {
  const headers = Object.entries(answer?.headers ?? {}).filter(([name]) => !OF_ONE_ANSWER.includes(name));
  return { ...answer, headers: Object.fromEntries(headers) };
}

describe('a replica beside one of another release', () => {
  it.each([{}, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'br' }, { range: 'bytes=0-9' }])(
    'serves the files of the other identically: %j',
    async (headers) => {
      for (const [owner, other] of [
        [former, next],
        [next, former],
      ] as const) {
        const alone = owner.assets.filter((path) => !other.assets.includes(path));
        expect(alone.length).toBeGreaterThan(3);
        for (const path of alone)
          for (const method of ['GET', 'HEAD']) {
            const request = { method, path, headers };
            const [own, others] = await Promise.all([owner, other].map(({ url }) => sendRaw(url, request)));
            expect(described(others), path).toEqual(described(own));
            expect([200, 206]).toContain(others?.status);
          }
        const [path = ''] = alone;
        const { headers: served } = await sendRaw(owner.url, { method: 'HEAD', path, headers });
        const known = { path, headers: { ...headers, 'if-none-match': String(served.etag) } };
        const confirmed = await sendRaw(other.url, known);
        expect(confirmed.status).toBe(304);
        expect(described(confirmed)).toEqual(described(await sendRaw(owner.url, known)));
      }
    },
  );

  it('asks the other once for a file that neither has', async () => {
    const path = `/assets/none-${randomUUID().slice(0, 8)}.js`;
    const answer = await fetch(`${former.url}${path}`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    // One line from the first replica, and one from each replica of the service.
    await expect.poll(() => linesAbout(path)).toHaveLength(3);
  });
});

const browser = siteBrowser();
const open = (expected?: RegExp) => browser.open({ viewport: DESKTOP }, expected);
const target = () => ({ url: balancer.url });

/** Whether the document is from the next release. */
const isNext = async (page: Page) => (await page.locator(`a[href="mailto:${NEXT_EMAIL}"]`).count()) > 0;

describe.each([
  [
    'documents come from the previous release and everything else from the next',
    ({ headers }: { headers: NodeJS.Dict<string | string[]> }) =>
      headers['sec-fetch-dest'] === 'document' ? former : next,
  ],
  [
    'documents come from the next release and everything else from the previous',
    ({ headers }: { headers: NodeJS.Dict<string | string[]> }) =>
      headers['sec-fetch-dest'] === 'document' ? next : former,
  ],
  ['the replicas alternate', alternating()],
])('behind one address, where %s', (_, pickReplica) => {
  beforeAll(() => balancer.choose((request) => pickReplica(request).url));

  it('a link works without a page load', async () => {
    const page = await open();
    await page.goto(`${balancer.url}/AboutUs`);
    await hydrated(page);
    const loads: string[] = [];
    page.on('load', () => loads.push(page.url()));
    for (const [link, shown] of [
      [LINKS.faq.label, 'details'],
      [LINKS.caseStudies.label, 'article'],
    ] as const) {
      await page.getByRole('banner').getByRole('link', { name: link }).click();
      await page.locator(shown).first().waitFor();
    }
    expect(loads).toEqual([]);
  });

  it('forms can be submitted, and Book leads to checkout and back', async () => {
    const person = newPerson();
    const page = await open();
    await steps.register(page, balancer.url, person);
    await steps.logIn(page, balancer.url, person);
    await steps.book(page, FIRST.title);
    await page.goBack();
    await steps.untilSignedIn(page);
    await steps.book(page, NEXT.title);
    await steps.payWith(page, CARDS.pays);
    await steps.proceed(page, balancer.url);
    await steps.planCard(page, NEXT.title).getByRole('button', { name: PRICING.subscribed }).waitFor();
  });
});

// Last, because it removes the previous release.
describe('a page of the previous release, with only replicas of the next', () => {
  /** Errors that the browser and the site log about removed files. */
  const GONE = /404|could not be fetched|not loaded|did not start|dynamically imported/;

  it('keeps working and loses no input', async () => {
    balancer.choose(() => former.url);
    const { name, email, password } = newPerson();
    const [link, form, booking] = await Promise.all([open(GONE), open(GONE), open(GONE)]);
    await link.goto(`${balancer.url}/AboutUs`);
    await hydrated(link);
    const part = await hold(form, /\/assets\/firebase-auth-/);
    await form.goto(`${balancer.url}/register`);
    await expect.poll(() => part.requests.length).toBe(1);
    await steps.fillIn(form, { [FIELDS.userName]: name, [FIELDS.email]: email, [FIELDS.password]: password });
    await steps.logInAtOnce(booking, balancer.url, await newMember(target()));
    await steps.book(booking, FIRST.title);

    balancer.choose(() => next.url);
    await former.container.remove();
    part.release();

    await link.getByRole('banner').getByRole('link', { name: LINKS.faq.label }).click();
    await expect.poll(() => isNext(link)).toBe(true);
    await link.locator('details').first().waitFor();

    const loaded = form.waitForEvent('load');
    await form.getByRole('button', { name: REGISTER.submit }).click();
    await loaded;
    await hydrated(form);
    expect(await form.getByLabel(FIELDS.userName).inputValue()).toBe(name);
    expect(await form.getByLabel(FIELDS.email).inputValue()).toBe(email);
    await form.getByLabel(FIELDS.password).fill(password);
    await form.getByRole('button', { name: REGISTER.submit }).click();
    await form.waitForURL(`${balancer.url}/login`);

    await steps.payWith(booking, CARDS.pays);
    await steps.proceed(booking, balancer.url);
    await steps.planCard(booking, FIRST.title).getByRole('button', { name: PRICING.subscribed }).waitFor();
  });
});

function alternating(): () => Replica {
  let requests = 0;
  return () => (requests++ % 2 === 0 ? former : next);
}
