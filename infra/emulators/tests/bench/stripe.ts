import { fileURLToPath } from 'node:url';
import { connectControl } from '@outharbor/stripe-emulator/control-client';
import Stripe from 'stripe';
import { perSecond, round } from '../support/figures.ts';
import type { Measurement } from '../support/measurement.ts';
import { coreSeconds, residentBytes } from '../support/process-sample.ts';
import { type ServerCommand, startServerCommand } from '../support/server-command.ts';
import { hasStripeMock, stripeMockBinary } from '../support/stripe/stripe-mock-binary.ts';
import { startStripeMock } from '../support/stripe/stripe-mock-process.ts';

export const title = 'Stripe emulator';

const COMMAND = fileURLToPath(new URL('../../stripe/src/command-line.ts', import.meta.url));
const CALLS = 2000;
const CHECKOUTS = 300;
const SUBSCRIPTIONS = 300;

/** Measures the emulator in a separate process, and stripe-mock if there is one. */
export async function measure(): Promise<Measurement[]> {
  const server = await startServerCommand(COMMAND, { PORT: '0', CONTROL_PORT: '0' });
  const control = connectControl(server.controlUrl);
  const stripe = clientAt(server.url);
  try {
    const calls = await measureCalls(server.pid, stripe, '');
    const price = await monthlyPrice(stripe);
    return [
      ...calls,
      ...(hasStripeMock() ? await measureMock() : []),
      await measured(server.pid, 'checkouts, created and paid', CHECKOUTS, async () => {
        const line_items = [{ price, quantity: 1 }];
        const success_url = 'https://shop.example/';
        const { id } = await stripe.checkout.sessions.create({
          mode: 'subscription',
          line_items,
          success_url,
        });
        await control.pay(id, { card: 'visa' });
      }),
      ...(await measureYear(server, stripe)),
    ];
  } finally {
    await server.end();
  }
}

function clientAt(url: string): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe('sk_test_emulated', { host: hostname, port: Number(port), protocol: 'http' });
}

async function measureMock(): Promise<Measurement[]> {
  const mock = await startStripeMock(stripeMockBinary());
  try {
    return await measureCalls(mock.pid, clientAt(mock.url), ', stripe-mock');
  } finally {
    await mock.stop();
  }
}

async function measureCalls(pid: number, { customers }: Stripe, where: string): Promise<Measurement[]> {
  const { id } = await customers.create();
  const create = () => customers.create({ email: 'ada@example.com' });
  return [
    await measured(pid, `customers created${where}`, CALLS, create),
    await measured(pid, `customers retrieved${where}`, CALLS, () => customers.retrieve(id)),
  ];
}

/** One after another, through the SDK. */
async function measured(
  pid: number,
  name: string,
  times: number,
  run: () => Promise<unknown>,
): Promise<Measurement> {
  for (let warm = 0; warm < 50; warm++) await run();
  const before = coreSeconds(pid);
  const started = performance.now();
  for (let at = 0; at < times; at++) await run();
  const value = perSecond(times, started);
  const each = round(((coreSeconds(pid) - before) / times) * 1e6, 0);
  return { name, value, unit: '1/s', note: `${each} µs of CPU time each` };
}

async function monthlyPrice({ prices, products }: Stripe): Promise<string> {
  const { id: product } = await products.create({ name: 'Pro' });
  const recurring = { interval: 'month' } as const;
  return (await prices.create({ product, currency: 'usd', unit_amount: 1500, recurring })).id;
}

async function measureYear({ pid, controlUrl }: ServerCommand, stripe: Stripe): Promise<Measurement[]> {
  const control = connectControl(controlUrl);
  await control.reset();
  const items = [{ price: await monthlyPrice(stripe) }];
  for (let at = 0; at < SUBSCRIPTIONS; at++) {
    const { id: customer } = await stripe.customers.create();
    const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
    await stripe.subscriptions.create({ customer, items });
  }
  const before = coreSeconds(pid);
  for (let month = 0; month < 12; month++) await control.advanceTime({ months: 1, hours: 2 });
  const note = `of ${SUBSCRIPTIONS} monthly subscriptions`;
  return [
    { name: 'processor time of a year', value: round(coreSeconds(pid) - before, 1), unit: 's', note },
    { name: 'memory after it', value: round(residentBytes(pid) / 2 ** 20, 0), unit: 'MB', note: 'resident' },
  ];
}
