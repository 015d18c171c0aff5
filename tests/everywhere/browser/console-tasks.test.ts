import { API_PATHS } from '@outharbor/contract/paths';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TimelineEntry } from '../../../infra/emulators/console/src/rows.ts';
import { browserFixture } from '../../../infra/emulators/tests/support/browser.ts';
import { consoleFixture } from '../../support/browser/console-fixture.ts';
import { withKeyboard, withMouse } from '../../support/browser/hands.ts';
import { preparePeople, TESTER_TASKS } from '../../support/browser/tester-tasks.ts';
import { embeddedTarget } from '../../support/embedded-target.ts';
import type { Person } from '../../support/people.ts';

const target = embeddedTarget({ consolePort: 0 });
const browser = browserFixture();
const running = consoleFixture(target);
let person: Person;

describe.each([
  ['mouse', withMouse],
  ['keyboard', withKeyboard],
])('with the %s', (_name, withHands) => {
  beforeAll(async () => {
    await target().stack.reset();
    person = await preparePeople(target().stack);
  });

  test.each(TESTER_TASKS)('a tester can: $title', async ({ given, run }) => {
    const { stack } = target();
    const other = await given?.({ stack, person });
    const visitor = await browser.arrive(running().url);
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
  const { found } = (await read(`search?q=${person.email}`)) as { found: { id: string }[] };
  const { timeline } = (await read(`people/${found[0]?.id}`)) as { timeline: TimelineEntry[] };
  const asked = timeline.filter(({ service }) => service === 'api');
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
