import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ROOT } from '../tests/support/repository-root.ts';

const IMAGES = join(ROOT, 'infra/emulators/docs/images');

interface Console {
  readonly url: string;
  readonly stripe: { readonly url: string; readonly secretKey: string };
}

type Stage = ReturnType<typeof stageOn>;

/** Takes the pictures of the ten tasks for testers, with one person in each of ten situations. */
export async function takeConsolePictures(browser: Browser, { url, stripe }: Console): Promise<void> {
  await mkdir(IMAGES, { recursive: true });
  const context = await browser.newContext({ viewport: { width: 860, height: 540 }, colorScheme: 'light' });
  const stage = stageOn(await context.newPage(), url);
  const person = await takePeople(stage);
  await addDeadReceiver(stripe);
  await takeWebhooks(stage);
  await takeClockAndFaults(stage, person);
  await context.close();
}

/** What a picture needs: the page, and short words for what is done on it. */
function stageOn(page: Page, url: string) {
  return {
    page,
    press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
    /** Resolves when the console says that something was done. */
    outcome: (text: string) =>
      page.getByRole('status').filter({ hasText: text }).waitFor({ timeout: 120_000 }),
    go: async (path: string) => {
      await page.goto(`${url}/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('Loading…').first().waitFor({ state: 'detached' });
    },
    take: async (name: string, from?: string) => {
      if (from !== undefined) await bringUp(page, from);
      await page.screenshot({ path: join(IMAGES, `${name}.jpg`), type: 'jpeg', quality: 65 });
    },
  };
}

/** Resolves with the path of a person's page. */
async function takePeople({ page, go, press, outcome, take }: Stage): Promise<string> {
  await go('state');
  await press('Add ten people');
  await outcome('Added: 10 people.');
  await press('Dismiss');
  await go('people');
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Email, name or id' }).fill('pia');
  await page.getByRole('listbox').getByRole('option').nth(2).waitFor();
  await take('1-find');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Timeline' }).waitFor();
  const person = new URL(page.url()).pathname.slice(1);
  await take('2-person', 'Timeline');
  return person;
}

async function takeWebhooks({ page, go, press, outcome, take }: Stage): Promise<void> {
  await go('webhooks?q=customer.updated&filter=failing');
  await page.getByRole('table').getByRole('link', { name: 'customer.updated' }).first().click();
  await page.getByText('Why there was no answer').last().waitFor();
  await take('3-webhook');
  await go('events?q=customer.subscription.updated');
  await page.getByRole('table').getByRole('link', { name: 'customer.subscription.updated' }).first().click();
  await page.getByRole('table', { name: 'What changed' }).waitFor();
  await take('4-event');
  await go('webhooks?q=invoice.paid&filter=delivered');
  await page.getByRole('table').getByRole('link', { name: 'invoice.paid' }).first().click();
  await page.getByLabel('Times').fill('2');
  await press('Send');
  await outcome('redelivered 2 times');
  await take('5-again', 'Send it again');
}

async function takeClockAndFaults({ page, go, press, outcome, take }: Stage, person: string): Promise<void> {
  await go('state');
  await take('6-clock');
  await go(person);
  await press('Card…');
  await take('7-payment');
  await go('scenarios');
  await page.getByLabel('For', { exact: true }).selectOption('5 minutes');
  await press('Stripe is down for checkout');
  await outcome('Stripe is down for checkout');
  await take('8-down');
  await press('End all');
  await outcome('as usual');
  await go('database?path=plans');
  await page.getByLabel('Value, as JSON').fill('{ "free": true }');
  await page.getByLabel('As', { exact: true }).selectOption({ label: 'pia.pastdue@example.com' });
  await press('Write');
  await outcome('Permission denied');
  await take('9-rules');
  await go('state');
  await take('10-state', 'State in a file');
}

async function bringUp(page: Page, region: string): Promise<void> {
  const found = page.getByRole('region', { name: region, exact: true });
  await found.evaluate((node) => (node as unknown as { scrollIntoView(): void }).scrollIntoView());
}

/** A receiver of webhooks that is not there, and an event for it. */
async function addDeadReceiver({ url, secretKey }: Console['stripe']): Promise<void> {
  const post = async (path: string, form: Record<string, string>) => {
    const headers = { authorization: `Bearer ${secretKey}` };
    const method = Object.keys(form).length === 0 ? 'GET' : 'POST';
    const body = method === 'POST' ? { body: new URLSearchParams(form) } : {};
    return (await fetch(`${url}/v1/${path}`, { method, headers, ...body })).json();
  };
  await post('webhook_endpoints', {
    url: 'http://localhost:5055/webhooks',
    'enabled_events[]': 'customer.updated',
  });
  const { data } = (await post('customers?limit=1', {})) as { data: { id: string }[] };
  await post(`customers/${data[0]?.id}`, { name: 'Noor Haddad-Lind' });
}
