import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST } from '@outharbor/contract/testing/plans';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Step } from '../../../infra/emulators/console/src/rows.ts';
import { browserFixture, DESKTOP, PHONE } from '../../../infra/emulators/tests/support/browser.ts';
import { consoleFixture } from '../../support/browser/console-fixture.ts';
import { withKeyboard, withMouse } from '../../support/browser/hands.ts';
import {
  button,
  layoutShift,
  preparePeople,
  subscribe,
  TESTER_TASKS,
} from '../../support/browser/tester-tasks.ts';
import { embeddedTarget } from '../../support/embedded-target.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { registerVisitor } from '../../support/sdk-visitor.ts';

const target = embeddedTarget({ consolePort: 0 });
const browser = browserFixture();
const running = consoleFixture(target);
let person: Person;

describe.each([
  ['mouse', withMouse, DESKTOP],
  ['finger on a phone', withMouse, PHONE],
  ['keyboard', withKeyboard, DESKTOP],
] as const)('with the %s', (_name, withHands, viewport) => {
  beforeAll(async () => {
    await target().stack.reset();
    person = await preparePeople(target().stack);
  });

  test.each(TESTER_TASKS)('a tester can: $title', async ({ given, run }) => {
    const { stack } = target();
    const other = await given?.({ stack, person });
    const visitor = await browser.arrive(running().url, viewport);
    // A page may still look for somebody who was deleted.
    visitor.expectErrors(/404/);
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await visitor.openTab();
    await page.goto(running().url);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await run({ page, stack, person: other ?? person, hands: withHands(page) });
  });
});

test("shows the requests to the product's server with their ids, and what caused an event", async () => {
  const { url } = target().stack.console ?? {};
  const read = async (path: string) => (await fetch(`${url}/console/${path}`)).json();
  const person = await subscribe(target().stack);
  const { found } = (await read(`search?q=${person.email}`)) as { found: { id: string }[] };
  const { steps } = (await read(`people/${found[0]?.id}`)) as { steps: Step[] };
  const asked = steps.flatMap(({ entries }) => entries).filter(({ service }) => service === 'api');
  expect(asked.map(({ detail }) => detail)).toContainEqual(
    expect.stringMatching(/^POST \/api\/\S+, answered 20\d, [0-9a-f]{32}$/),
  );
  const requestTo = (path: string) => asked.find(({ detail }) => detail.includes(path))?.of;
  expect(await read(`requests/${requestTo(API_PATHS.createCheckoutSession)}`)).toMatchObject({
    service: 'api',
    requestHeaders: { authorization: 'Bearer [redacted]' },
    requestBody: expect.stringContaining('"plan"'),
  });
  expect(await read(`requests/${requestTo(API_PATHS.stripeWebhook)}`)).toMatchObject({
    requestBody: expect.stringContaining('"evt_'),
  });
  const events = (await read('lists/events?q=customer.created')) as { rows: { id: string }[] };
  const { event } = (await read(`events/${events.rows[0]?.id}`)) as { event: { request: { id: string } } };
  expect(await read(`lists/requests?q=${event.request.id}`)).toMatchObject({
    total: 1,
    rows: [{ service: 'stripe', method: 'POST', url: '/v1/customers' }],
  });
});

test('tells a year of somebody in order and whole, whatever the clock, and nothing on the page moves', async () => {
  const { url = '' } = target().stack.console ?? {};
  const read = async (path: string) => (await fetch(`${url}/console/${path}`)).json();
  const act = async (name: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${url}/console/actions/${name}`, init)).json();
  };
  const events = async () => {
    const { rows } = (await read('lists/events?limit=500')) as { rows: { id: string }[] };
    return rows.map(({ id }) => id);
  };
  await act('reset', {});
  const paid = await preparePeople(target().stack);
  await act('events/keep', { days: null });
  const before = await events();
  expect(await act('advance', { days: 0, months: 12 })).toEqual({
    message: 'The clocks were advanced by 12 months.',
  });
  const after = new Set(await events());
  expect(before.length).toBeGreaterThan(10);
  expect(before.filter((id) => !after.has(id))).toEqual([]);
  const late = newPerson();
  await (await registerVisitor(target().stack.url, late)).leave();

  const { found } = (await read(`search?q=${paid.email}`)) as { found: { id: string }[] };
  const { steps } = (await read(`people/${found[0]?.id}`)) as { steps: Step[] };
  const titles = steps.map(({ title }) => title);
  expect(titles.filter((title) => title === 'Renewed')).toHaveLength(12);
  expect(titles.slice(-2)).toEqual(['Paid at the checkout', 'Registered']);
  expect(steps.length).toBeLessThan(200);
  for (const { entries, at, title } of steps) {
    const kinds = entries
      .map(({ what }) => ['Event', 'Webhook', 'Request'].indexOf(what))
      .filter((kind) => kind >= 0);
    if (title === 'Renewed') expect(kinds, at).toEqual(kinds.toSorted());
    expect(
      Math.max(...entries.map((each) => Math.abs(Date.parse(each.at) - Date.parse(at)))),
      title,
    ).toBeLessThan(30_000);
  }
  for (const viewport of [DESKTOP, PHONE]) {
    const visitor = await browser.arrive(url, viewport);
    const page = await visitor.openTab();
    await page.goto(url);
    await page.getByRole('link', { name: `Registered: ${late.email}` }).waitFor();
    await page.goto(`${url}/people/${found[0]?.id}`);
    await page.getByText('Page 1 of 2').waitFor();
    expect(await layoutShift(page)).toBeLessThan(0.01);
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 'Older').click();
    await page.locator('summary', { hasText: 'Registered' }).click();
    await button(page, 'Copy link to Registered').click();
    await page.getByText('Copied').waitFor();
    const elsewhere = await (await browser.arrive(url, viewport)).openTab();
    await elsewhere.goto(await page.evaluate('navigator.clipboard.readText()'));
    for (const _time of ['opened', 'loaded again']) {
      const marked = elsewhere.locator('[aria-current="location"] > details[open] > summary:focus');
      await expect
        .poll(async () => (await marked.boundingBox())?.y)
        .toSatisfy((y = -1) => y > 0 && y < viewport.height);
      await elsewhere.reload();
    }
  }
});

test('answers why somebody who paid has no plan, with the link that broke and what the server logged', async () => {
  const { stack } = target();
  const unlucky = newPerson();
  const visitor = await registerVisitor(stack.url, unlucky);
  const { id } = await visitor.checkOut(FIRST.price);
  await stack.database.setSwitches({ rejectWrites: true });
  await stack.stripe.pay(id, { card: 'visa' });
  await expect(stack.stripe.settle()).rejects.toThrow('fail');
  const tester = await browser.arrive(stack.console?.url ?? '');
  const page = await tester.openTab();
  await page.goto(`${stack.console?.url}/people/${visitor.user.uid}`);
  const chain = page.getByRole('region', { name: 'From the payment to the plan' });
  await chain.getByRole('listitem').filter({ hasText: 'Payment' }).getByText('works').waitFor();
  await chain.getByRole('listitem').filter({ hasText: 'Webhooks' }).getByText('broken').waitFor();
  await chain
    .getByRole('listitem')
    .filter({ hasText: 'Record in the database' })
    .getByText('broken')
    .waitFor();
  await chain.getByRole('link', { name: 'Answer of the server' }).click();
  await page.getByRole('region', { name: 'What the server logged' }).getByText(/stack/).first().waitFor();
  await stack.database.setSwitches({ rejectWrites: false });
  await visitor.leave();
});
