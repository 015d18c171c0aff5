import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FIRST } from '@outharbor/contract/testing/plans';
import type { EmbeddedStack } from '@outharbor/embedded/embedded-stack';
import type { Locator, Page } from 'playwright-core';
import { newPerson, type Person } from '../people.ts';
import { registerVisitor } from '../sdk-visitor.ts';

/** How somebody works with the console. */
export interface Hands {
  /** By the navigation, or by `g` and a letter. */
  go(place: string): Promise<void>;
  press(goal: Locator): Promise<void>;
  /** By the button, or by `/`. */
  search(): Promise<void>;
  /** An option by its value, with which its text begins. */
  choose(field: Locator, value: string): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
  type(text: string): Promise<void>;
}

interface TaskStage {
  readonly page: Page;
  readonly stack: EmbeddedStack;
  readonly person: Person;
  readonly hands: Hands;
}

type Given = Omit<TaskStage, 'page' | 'hands'>;

export interface TesterTask {
  readonly title: string;
  readonly run: (stage: TaskStage) => Promise<void>;
  /** Brings about what must have happened before, and resolves with whom it is about, if with somebody else. */
  readonly given: ((stage: Given) => Promise<Person | undefined>) | undefined;
}

const PEOPLE = 200;

/** Somebody with a paid plan among 200 people. */
export async function preparePeople(stack: EmbeddedStack): Promise<Person> {
  const users = Array.from({ length: PEOPLE }, (_, index) => ({
    localId: `uid-${index}`,
    email: `person-${index}@example.com`,
    createdAt: String(Date.now() - index * 1000),
  }));
  await importUsers(stack, users);
  return subscribe(stack);
}

export async function importUsers({ identity }: EmbeddedStack, users: readonly object[]): Promise<void> {
  const accounts = `${identity.url}/identitytoolkit.googleapis.com/v1/projects/demo-outharbor/accounts`;
  await fetch(`${accounts}:batchCreate`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ users }),
  });
}

export async function mailReset({ identity }: EmbeddedStack, { email }: Person): Promise<void> {
  const url = `${identity.url}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=demo`;
  await fetch(url, { method: 'POST', body: JSON.stringify({ requestType: 'PASSWORD_RESET', email }) });
}

async function registered({ stack }: Given): Promise<Person> {
  const person = newPerson();
  await (await registerVisitor(stack.url, person)).leave();
  return person;
}

/** Somebody with a paid plan. */
export async function subscribe(stack: EmbeddedStack): Promise<Person> {
  const person = newPerson();
  const visitor = await registerVisitor(stack.url, person);
  const { id } = await visitor.checkOut(FIRST.price);
  await stack.stripe.pay(id, { card: 'visa' });
  await stack.settle();
  await visitor.leave();
  return person;
}

const subscribed = ({ stack }: Given) => subscribe(stack);

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const outcome = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor({ timeout: 60_000 });

/** How far the page moved what it had drawn, since it was opened. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) sum += value;
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(sum), 500);
  })`);
}

async function find({ page, hands, person }: TaskStage): Promise<void> {
  await hands.search();
  await page.getByRole('combobox', { name: 'Email, name or id' }).waitFor();
  await hands.type(person.email.slice(0, 14));
  const found = page.getByRole('listbox', { name: 'Found' });
  await found.getByRole('option').filter({ hasText: person.email }).first().waitFor();
  await hands.type('\n');
  await heading(page, person.name);
}

/** One act of the person's page, from the menu of what it acts on, confirmed if it asks. */
async function act(
  { page, hands }: TaskStage,
  object: string,
  name: string,
  text = `${name}: `,
): Promise<void> {
  const menu = button(page, `${object}…`);
  if (!(await page.locator(`[popover][aria-label="${object}"]`).isVisible())) await hands.press(menu);
  await hands.press(button(page, name));
  if (ASKS.includes(name))
    await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Confirm' }));
  await outcome(page, text);
}

const ASKS = [
  'Three days before the renewal',
  'Renew now',
  'Refund half of the last payment',
  'Refund the last payment',
  'The last payment is disputed',
  'The dispute is won',
  'Delete the account',
];

/** The same, from any page. */
async function onPerson(stage: TaskStage, object: string, name: string): Promise<void> {
  await find(stage);
  await act(stage, object, name);
}

/** Opens the step of the payment, unless it is open as the newest: what is written each minute may have come after it. */
async function openPayment({ page, hands }: TaskStage): Promise<void> {
  const step = page.locator('summary', { hasText: 'Paid at the checkout' });
  await step.waitFor();
  const link = button(page, 'Copy link to Paid at the checkout');
  if (!(await link.isVisible())) await hands.press(step);
  await link.waitFor();
}

async function openFirst({ page, hands }: TaskStage, place: string, name: string): Promise<void> {
  await hands.go(place);
  await hands.press(page.getByRole('row').getByRole('link', { name }).first());
}

const task = (title: string, given: TesterTask['given'], run: TesterTask['run']): TesterTask => {
  return { title, given, run };
};

/** The tasks of the table in the emulators' page for testers, in its order. */
export const TESTER_TASKS: readonly TesterTask[] = [
  task('find one person among 200', undefined, find),
  task('all about one person', undefined, async (stage) => {
    await find(stage);
    await openPayment(stage);
    const { page } = stage;
    await page
      .getByRole('link', { name: /^Event: checkout\.session\.completed/ })
      .first()
      .waitFor();
    await section(page, 'Record').getByText('"basic"').first().waitFor();
    await section(page, 'Payments').getByRole('link', { name: 'Invoice' }).first().waitFor();
    await section(page, 'Requests about them').getByRole('row').nth(1).waitFor();
  }),
  task('why a webhook failed', failedWebhook, async (stage) => {
    await openFirst(stage, 'Webhooks', 'product.created');
    const attempts = section(stage.page, 'Attempts');
    await attempts.getByText('507').waitFor();
    await attempts.getByText('The disk is full').waitFor();
  }),
  task('an event before and after', undefined, async (stage) => {
    await openFirst(stage, 'Events', 'customer.updated');
    await section(stage.page, 'What changed').getByRole('cell').first().waitFor();
  }),
  task('send it again, twice, late', undefined, async (stage) => {
    const { page, hands } = stage;
    await openFirst(stage, 'Webhooks', 'checkout.session.completed');
    await hands.write(section(page, 'Send it again').getByLabel('Times'), '2');
    await hands.press(button(page, 'Send'));
    await outcome(page, 'redelivered 2 times');
    await hands.write(section(page, 'Send it again').getByLabel('After seconds'), '1');
    await hands.press(button(page, 'Send'));
    await outcome(page, 'in 1 second.');
    await section(page, 'Attempts').locator('ol.attempts > li').nth(3).waitFor();
  }),
  task('to the renewal, a year on', undefined, async (stage) => {
    await onPerson(stage, 'Subscription', 'Three days before the renewal');
    await act(stage, 'Subscription', 'Renew now');
    await stage.hands.go('State and clock');
    await stage.hands.press(button(stage.page, '+1 year'));
    await outcome(stage.page, 'advanced by 12 months');
  }),
  task('next payment fails, is disputed, refunded', undefined, async (stage) => {
    await onPerson(stage, 'Card', 'The next payment fails');
    await act(stage, 'Card', 'The next payment needs authentication');
    await act(stage, 'Payment', 'Refund half of the last payment');
    await act(stage, 'Payment', 'The last payment is disputed');
  }),
  task('refund a payment in whole', subscribed, async (stage) => {
    const { page } = stage;
    await onPerson(stage, 'Payment', 'Refund the last payment');
    await section(page, 'Payments').getByRole('row', { name: 'Charge' }).getByText('refunded').waitFor();
  }),
  task('Stripe down for checkout alone', undefined, async ({ page, hands }) => {
    await hands.go('Scenarios');
    await hands.press(button(page, 'Stripe is down for checkout'));
    await section(page, 'Running scenarios').waitFor();
    await hands.press(button(page, 'End all'));
    await outcome(page, 'Everything works as usual.');
  }),
  task('Stripe answers slowly, then loses its answer', undefined, async ({ page, hands }) => {
    await hands.go('Scenarios');
    const banner = section(page, 'Running scenarios');
    for (const scenario of ['Stripe is slow', "Stripe's answer to checkout is lost"]) {
      await hands.press(button(page, scenario));
      await banner.getByText(scenario).waitFor();
      await hands.press(banner.getByRole('button', { name: `End: ${scenario}` }));
      await banner.waitFor({ state: 'hidden' });
    }
  }),
  task('people in ten situations', undefined, async ({ page, hands }) => {
    await hands.go('State and clock');
    await hands.press(button(page, 'Add ten people'));
    await outcome(page, 'Added: 10 people.');
  }),
  task('change a value, disable, verify, delete', registered, async (stage) => {
    const { page, hands } = stage;
    await hands.go('Database');
    await hands.write(page.getByRole('textbox', { name: 'Path' }), 'notes/one');
    await hands.write(page.getByLabel('Value, as JSON'), '"by hand"');
    await hands.press(button(page, 'Write'));
    await outcome(page, '/notes/one was written.');
    await onPerson(stage, 'Account', 'Disable or enable the account');
    await act(stage, 'Account', 'Verify the address');
    await act(stage, 'Account', 'Delete the account');
  }),
  task(
    'read a mail',
    async ({ stack, person }) => {
      await mailReset(stack, person);
      return undefined;
    },
    async (stage) => {
      await stage.hands.go('Mails');
      await stage.page.getByRole('article', { name: 'Password reset' }).waitFor();
    },
  ),
  task('what the app asked, over all services', subscribed, async (stage) => {
    await openFirst(stage, 'Requests', 'POST /v1/checkout/sessions');
    const answer = section(stage.page, 'What was answered');
    await answer.getByText('"checkout.session"').first().waitFor();
  }),
  task('hand over the state', undefined, async ({ page, hands }) => {
    await hands.go('State and clock');
    const downloading = page.waitForEvent('download');
    await hands.press(page.getByRole('link', { name: 'Save to a file' }));
    const download = await downloading;
    const field = page.getByLabel('Load from a file, in place of what is here');
    const choosing = page.waitForEvent('filechooser');
    await hands.press(field);
    await (await choosing).setFiles(await download.path());
    await outcome(page, 'The file was loaded');
  }),
  task('copy an id, send a link', undefined, async (stage) => {
    await find(stage);
    const { page, person } = stage;
    const copied = await copy(stage, `Copy ${person.email}`);
    if (copied !== person.email) throw new Error(`Copied: ${copied}`);
    await page.goto(page.url());
    await heading(page, person.name);
  }),
  task('why somebody who paid has no plan', paidInVain, async (stage) => {
    await find(stage);
    const chain = section(stage.page, 'From the payment to the plan');
    await stage.hands.press(chain.getByRole('link', { name: 'Webhooks' }));
    await section(stage.page, 'Attempts').getByText('500').first().waitFor();
  }),
  task('webhooks that fail, and when they come again', paidInVain, async ({ page, hands }) => {
    await hands.go('Webhooks');
    await hands.choose(page.getByLabel('Filter'), 'failing');
    const failing = page.getByRole('table', { name: 'Webhooks' }).getByRole('row').nth(1);
    await failing.getByText('failing').waitFor();
    await failing.getByRole('cell').nth(4).getByRole('time').waitFor();
  }),
  task('send all that fail again', paidInVain, async ({ page, hands }) => {
    await hands.go('Webhooks');
    await hands.choose(page.getByLabel('Filter'), 'failing');
    await hands.press(button(page, 'Redeliver all'));
    await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Confirm' }));
    await outcome(page, 'none of them failing');
  }),
  task('an event in another API version', subscribed, async (stage) => {
    const { page, hands } = stage;
    await openFirst(stage, 'Webhooks', 'invoice.paid');
    await hands.choose(section(page, 'Send it again').getByLabel('API version'), '2024-04-10');
    await hands.press(button(page, 'Send'));
    const changed = page.getByRole('table', { name: 'What the version changes' });
    await changed.getByText('/object/charge', { exact: true }).waitFor();
    await section(page, 'Body that was sent').getByText('"2024-04-10"').waitFor();
  }),
  task('a fault for the next two calls', undefined, async ({ page, hands }) => {
    await hands.go('Scenarios');
    const faults = section(page, 'Stripe faults');
    await hands.write(faults.getByLabel('Times'), '2');
    await hands.press(button(page, 'Switch on').first());
    await section(page, 'Running scenarios').getByText('2 more').waitFor();
    await hands.press(button(page, 'End all'));
    await outcome(page, 'Everything works as usual.');
  }),
  task('only the next payment fails', subscribed, (stage) =>
    onPerson(stage, 'Card', 'Only the next payment fails'),
  ),
  task('a dispute is won', subscribed, async (stage) => {
    await onPerson(stage, 'Payment', 'The last payment is disputed');
    await act(stage, 'Payment', 'The dispute is won');
  }),
  task('a plan for who only registered', registered, (stage) =>
    onPerson(stage, 'Subscription', 'Give them a plan'),
  ),
  task('where events are sent', undefined, async ({ page, hands }) => {
    await hands.go('Webhooks');
    await page.getByRole('table', { name: 'Endpoints' }).getByText('enabled').first().waitFor();
  }),
  task('a request as curl, an event as JSON', subscribed, async (stage) => {
    await openFirst(stage, 'Requests', 'POST /v1/checkout/sessions');
    await section(stage.page, 'What was answered').waitFor();
    const curl = await copy(stage, 'Copy as curl');
    await openFirst(stage, 'Events', 'invoice.paid');
    const event = await copy(stage, 'Copy as JSON: Whole event');
    if (!curl.startsWith('curl -X POST') || JSON.parse(event).type !== 'invoice.paid')
      throw new Error(`Copied: ${curl} ${event}`);
  }),
  task('what comes next, and go there', subscribed, async (stage) => {
    await find(stage);
    await stage.page.getByText(/^Renewal on /).waitFor();
    await stage.hands.press(button(stage.page, 'Go there: Renewal'));
    await outcome(stage.page, 'The clocks were moved to ');
  }),
  task('a link to a moment', subscribed, async (stage) => {
    await find(stage);
    await openPayment(stage);
    const link = await copy(stage, 'Copy link to Paid at the checkout');
    await stage.page.goto(link);
    await stage.page.locator('[aria-current="location"] summary:focus').waitFor();
  }),
  task('a state by name, compared, and back', undefined, async ({ page, hands }) => {
    await hands.go('State and clock');
    await hands.write(page.getByLabel('Name', { exact: true }).first(), 'one');
    await hands.press(button(page, 'Keep the state'));
    await hands.press(page.getByRole('link', { name: 'Compare one' }));
    await page.getByText('Nothing differs.').waitFor();
    await hands.press(button(page, 'Go back to one'));
    await outcome(page, 'The state one was loaded');
  }),
  task('undo the last act, delete all but accounts', undefined, async ({ page, hands }) => {
    await hands.go('State and clock');
    await hands.press(button(page, 'Next day'));
    await outcome(page, 'advanced by 1 day');
    await hands.press(button(page, 'Undo'));
    await outcome(page, 'The state before the last act was loaded');
    await hands.press(button(page, 'Delete all but accounts'));
    await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Confirm' }));
    await outcome(page, 'Everything but the accounts was deleted');
  }),
];

/** Somebody who paid while the database rejected writes, so that the server answered no webhook well. */
async function paidInVain({ stack }: Given): Promise<Person> {
  const person = newPerson();
  const visitor = await registerVisitor(stack.url, person);
  const { id } = await visitor.checkOut(FIRST.price);
  await stack.database.setSwitches({ rejectWrites: true });
  await stack.stripe.pay(id, { card: 'visa' });
  await stack.stripe.settle().catch(() => undefined);
  await stack.database.setSwitches({ rejectWrites: false });
  await visitor.leave();
  return person;
}

/** Presses a button that copies, and resolves with what it copied. */
async function copy({ page, hands }: TaskStage, name: string): Promise<string> {
  await hands.press(button(page, name));
  await page.getByText('Copied').waitFor();
  return page.evaluate('navigator.clipboard.readText()');
}

/** Sends an event to an endpoint that answers the first with an error. */
async function failedWebhook({ stack: { stripe } }: Given): Promise<undefined> {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(asked === 1 ? 507 : 200).end(asked === 1 ? 'The disk is full' : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  const create = (path: string, form: Record<string, string>) =>
    fetch(`${stripe.url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stripe.secretKey}` },
      body: new URLSearchParams(form),
    });
  await create('webhook_endpoints', {
    url: `http://127.0.0.1:${port}/`,
    'enabled_events[0]': 'product.created',
  });
  const answered = once(server, 'request');
  await create('products', { name: 'To be told of' });
  await answered;
}
