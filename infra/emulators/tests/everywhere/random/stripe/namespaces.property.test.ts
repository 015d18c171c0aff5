import { createServer } from 'node:http';
import { startStripeEmulator } from '@outharbor/stripe-emulator';
import fc from 'fast-check';
import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { startLocalServer } from '../../../support/local-server.ts';
import { CATALOGUE } from '../../../support/stripe/catalogue.ts';
import { createStripeClient } from '../../../support/stripe/client.ts';
import { NamespaceWorker, type Step, step } from '../../../support/stripe/namespace-worker.ts';

const WORKERS = 100;
/** All workers call at once, on a machine that may be busy. */
const TIMEOUT_MS = 100_000;

/** Accepts deliveries signed for the namespace in their URL, and records their events by namespace. */
async function startReceivers() {
  const received = new Map<string, Stripe.Event[]>();
  const server = createServer(async (request, response) => {
    const name = String(request.url?.slice(1));
    const body = (await request.toArray()).join('');
    const signature = String(request.headers['stripe-signature']);
    try {
      const event = Stripe.webhooks.constructEvent(body, signature, `whsec_${name}`);
      received.set(name, [...(received.get(name) ?? []), event]);
    } catch {
      // A rejected delivery fails the `settle` of its namespace.
      response.statusCode = 400;
    }
    response.end();
  });
  return { received, ...(await startLocalServer(server)) };
}

function findCustomer({ type, data }: Stripe.Event): unknown {
  const object = data.object as { readonly id?: string; readonly customer?: unknown };
  return type.startsWith('customer.') && !type.startsWith('customer.subscription')
    ? object.id
    : object.customer;
}

async function playTogether(programs: readonly (readonly Step[])[]): Promise<void> {
  const receivers = await startReceivers();
  const emulator = await startStripeEmulator({ seed: CATALOGUE });
  try {
    const workers = await Promise.all(
      programs.map(async (steps, index) => {
        const name = `worker_${index}`;
        const control = emulator.namespace(name);
        const secret = `whsec_${name}`;
        await control.configure({ webhookEndpoints: [{ url: `${receivers.url}/${name}`, secret }] });
        const worker = new NamespaceWorker(
          createStripeClient(emulator, { timeout: TIMEOUT_MS }, control.secretKey),
          control,
        );
        return { name, steps, control, worker };
      }),
    );
    await Promise.all(workers.map(({ worker, steps }) => worker.play(steps)));
    await Promise.all(workers.map(({ control }) => control.settle()));
    for (const { name, worker } of workers) {
      const customers = (receivers.received.get(name) ?? []).map(findCustomer).filter((id) => id != null);
      expect(customers.filter((id) => !worker.made.has(String(id)))).toEqual([]);
    }
    expect(await emulator.state()).toMatchObject({ customers: [], subscriptions: [] });
    expect(await emulator.counters()).toEqual({});
  } finally {
    await emulator.close();
    await receivers.close();
  }
}

it('isolates a hundred concurrent workers on one emulator', async () => {
  const program = fc.array(step, { minLength: 1, maxLength: 6 });
  const programs = fc.array(program, { minLength: WORKERS, maxLength: WORKERS });
  await fc.assert(fc.asyncProperty(programs, playTogether), { numRuns: 3, endOnFailure: true });
}, 240_000);
