import { createServer } from 'node:http';
import { startEmulators } from '@outharbor/emulators';
import { connectNamespace, type EmulatorNamespace } from '@outharbor/emulators/fixtures';
import fc from 'fast-check';
import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { startLocalServer } from '../../../support/local-server.ts';
import { Visitor } from '../../../support/scheduling/visitor.ts';
import { type Step, step, Worker } from './worker.ts';

const WORKERS = 100;
const STARTED_AT = Date.now();
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const RULES = { rules: { '.read': 'auth != null', '.write': 'auth != null' } };

/** Accepts deliveries that are signed for the namespace in their URL, and notes of which customers each is told. */
async function startReceiver() {
  const told = new Map<string, string[]>();
  const server = createServer(async (request, response) => {
    const name = String(request.url?.slice(1));
    const body = (await request.toArray()).join('');
    try {
      const signature = String(request.headers['stripe-signature']);
      const { data } = Stripe.webhooks.constructEvent(body, signature, `whsec_${name}`);
      const { id } = data.object as Stripe.Customer;
      told.set(name, [...(told.get(name) ?? []), id]);
    } catch {
      // A rejected delivery fails the `settle` of its namespace.
      response.statusCode = 400;
    }
    response.end();
  });
  return { told, ...(await startLocalServer(server)) };
}

async function playTogether(programs: readonly (readonly Step[])[]): Promise<void> {
  const services = ['stripe', 'identity', 'database', 'scheduling'] as const;
  const receiver = await startReceiver();
  const emulators = await startEmulators({ services, config: { database: { rules: RULES } } });
  try {
    const startedAt = Date.now();
    const slots = await openTimes(String(emulators.scheduling?.url));
    const workers = await Promise.all(
      programs.map(async (_steps, index) => {
        const name = `worker_${index}`;
        const namespace = (await connectNamespace(emulators, name)) as Required<EmulatorNamespace>;
        const endpoint = { url: `${receiver.url}/${name}`, secret: `whsec_${name}` };
        await namespace.stripe.configure({ webhookEndpoints: [endpoint] });
        return new Worker(namespace, { startedAt, slots });
      }),
    );
    await Promise.all(workers.map((worker, index) => worker.play(programs[index] ?? [])));
    for (const [index, worker] of workers.entries()) {
      await worker.settle();
      const told = receiver.told.get(`worker_${index}`) ?? [];
      expect(told.filter((id) => !worker.made.has(id))).toEqual([]);
    }
    await emulators.reset();
    await Promise.all(workers.map((worker) => worker.check()));
    const { stripe, identity, scheduling } = emulators;
    expect(await stripe?.state()).toMatchObject({ customers: [] });
    expect(await identity?.state()).toMatchObject({ users: [] });
    expect(await openTimes(String(scheduling?.url))).toEqual(slots);
    await Promise.all(workers.map((worker) => worker.close()));
  } finally {
    await emulators.close();
    await receiver.close();
  }
}

/** Times one to two weeks ahead, so that they stay bookable during the test. */
function openTimes(url: string): Promise<string[]> {
  const [from, to] = [1, 2].map((weeks) => new Date(STARTED_AT + weeks * WEEK_MS).toISOString());
  return new Visitor(url, '').openTimes(String(from), String(to));
}

it('isolates a hundred concurrent workers that share one process', async () => {
  const program = fc.array(step, { minLength: 1, maxLength: 5 });
  const programs = fc.array(program, { minLength: WORKERS, maxLength: WORKERS });
  await fc.assert(fc.asyncProperty(programs, playTogether), { numRuns: 1, endOnFailure: true });
}, 240_000);
