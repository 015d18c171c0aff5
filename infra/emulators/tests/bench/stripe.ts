import { fileURLToPath } from 'node:url';
import { connectControl } from '@outharbor/stripe-emulator/control-client';
import Stripe from 'stripe';
import type { Measurement } from '../../../../scripts/benchmark-report.ts';
import { residentBytes } from '../support/process-sample.ts';
import { type ServerCommand, startServerCommand } from '../support/server-command.ts';
import { callsPerSecond } from './stripe/calls-per-second.ts';
import { createSessions } from './stripe/create-sessions.ts';

export const title = 'Stripe emulator';

const COMMAND = fileURLToPath(import.meta.resolve('@outharbor/stripe-emulator/command-line'));
const SEED_FILE = fileURLToPath(import.meta.resolve('@outharbor/embedded/product/stripe-catalogue'));
const CALLS = 2000;
const PARALLEL = 8;
const SESSIONS = 100_000;
const MEBIBYTE = 1024 * 1024;

const SDK_NOTE = `stripe package, ${PARALLEL} concurrent calls, emulator in a separate process`;

/** Measures calls per second through the unmodified SDK, and the memory of 100,000 sessions. */
export async function measure(): Promise<Measurement[]> {
  const emulator = await startServerCommand(COMMAND, { PORT: '0', CONTROL_PORT: '0', SEED_FILE });
  try {
    return [...(await measureCalls(emulator)), ...(await measureMemory(emulator))];
  } finally {
    await emulator.end();
  }
}

async function measureCalls({ url, controlUrl }: ServerCommand): Promise<Measurement[]> {
  const { hostname, port } = new URL(url);
  const stripe = new Stripe('sk_test_emulated', { host: hostname, port, protocol: 'http', telemetry: false });
  const control = connectControl(controlUrl);
  const { data } = await stripe.prices.list({ lookup_keys: ['pro_monthly'] });
  const price = String(data[0]?.id);
  const ids: string[] = [];
  const create = async () => {
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price, quantity: 1 }],
      success_url: 'https://site.test/success',
    });
    ids.push(session.id);
  };
  const idOf = (index: number) => String(ids[index % ids.length]);
  const created = await callsPerSecond(CALLS, PARALLEL, create);
  const retrieved = await callsPerSecond(CALLS, PARALLEL, (index) =>
    stripe.checkout.sessions.retrieve(idOf(index)),
  );
  const paid = await callsPerSecond(CALLS / 2, PARALLEL, (index) =>
    control.pay(idOf(index), { card: 'visa' }),
  );
  return [
    { name: 'create a checkout session', value: created, unit: 'calls/s', note: SDK_NOTE },
    { name: 'retrieve a checkout session', value: retrieved, unit: 'calls/s', note: SDK_NOTE },
    {
      name: 'pay a checkout session',
      value: paid,
      unit: 'calls/s',
      note: 'control interface; thirteen events each',
    },
  ];
}

async function measureMemory({ url, controlUrl, pid }: ServerCommand): Promise<Measurement[]> {
  await connectControl(controlUrl).reset();
  const before = residentBytes(pid);
  const seconds = await createSessions(url, SESSIONS);
  const used = residentBytes(pid) - before;
  return [
    {
      name: `memory of ${SESSIONS.toLocaleString('en')} open sessions`,
      value: Math.round(used / MEBIBYTE),
      unit: 'MiB',
      note: `resident, with their idempotency keys; created in ${Math.round(seconds)} s`,
    },
  ];
}
