import { startEmulators } from '@outharbor/emulators';
import { connectNamespace, type EmulatorNamespace } from '@outharbor/emulators/fixtures';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Visitor } from '../../../support/scheduling/visitor.ts';
import { type Step, step, Worker } from './worker.ts';

const WORKERS = 100;
const STARTED_AT = Date.now();
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const RULES = { rules: { '.read': 'auth != null', '.write': 'auth != null' } };

async function playTogether(programs: readonly (readonly Step[])[]): Promise<void> {
  const services = ['stripe', 'identity', 'database', 'scheduling'] as const;
  const emulators = await startEmulators({ services, config: { database: { rules: RULES } } });
  try {
    const startedAt = Date.now();
    const slots = await openTimes(String(emulators.scheduling?.url));
    const workers = await Promise.all(
      programs.map(async (_steps, index) => {
        const namespace = await connectNamespace(emulators, `worker_${index}`);
        return new Worker(namespace as Required<EmulatorNamespace>, { startedAt, slots });
      }),
    );
    await Promise.all(workers.map((worker, index) => worker.play(programs[index] ?? [])));
    await emulators.reset();
    await Promise.all(workers.map((worker) => worker.check()));
    const { stripe, identity, scheduling } = emulators;
    expect(await stripe?.state()).toMatchObject({ customers: [] });
    expect(await identity?.state()).toMatchObject({ users: [] });
    expect(await openTimes(String(scheduling?.url))).toEqual(slots);
    await Promise.all(workers.map((worker) => worker.close()));
  } finally {
    await emulators.close();
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
