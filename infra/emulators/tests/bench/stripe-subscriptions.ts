import { join } from 'node:path';
import { connectControl } from '@outharbor/stripe-emulator/control-client';
import type { Measurement } from '../../../../scripts/benchmark-report.ts';
import { ROOT } from '../../../../scripts/step.ts';
import { median } from '../support/figures.ts';
import { coreSeconds, residentBytes } from '../support/process-sample.ts';
import { type ServerCommand, startServerCommand } from '../support/server-command.ts';
import { callsPerSecond } from './stripe/calls-per-second.ts';
import { createSessions } from './stripe/create-sessions.ts';

export const title = 'Stripe emulator with many subscriptions';

/** Path of another checkout to compare with, with its packages installed. */
const BEFORE = process.env.BENCH_BEFORE;
const SUBSCRIPTIONS = Number(process.env.BENCH_SUBSCRIPTIONS ?? 100_000);
const ROUNDS = 10;
const PARALLEL = 8;
const MEBIBYTE = 1024 ** 2;

type Step = 'create a session' | 'pay it' | 'retrieve a subscription';

/** CPU time per call in microseconds, which does not depend on how busy the machine is. */
type Round = Readonly<Record<Step, number>>;

interface Candidate {
  readonly emulator: ServerCommand;
  readonly atRest: number;
  readonly rounds: Round[];
}

/** Measures call costs while an account grows, and its memory. The two checkouts alternate by round. */
export async function measure(): Promise<Measurement[]> {
  const now = await startIn(ROOT);
  const before = BEFORE === undefined ? undefined : await startIn(BEFORE);
  const candidates = before === undefined ? [now] : [now, before];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { emulator, rounds } of candidates)
        rounds.push(await grow(emulator, SUBSCRIPTIONS / ROUNDS));
    }
    return [...rowsOf(now), ...(before === undefined ? [] : ratiosOf(now, before))];
  } finally {
    for (const { emulator } of candidates) await emulator.end();
  }
}

async function startIn(tree: string): Promise<Candidate> {
  const command = join(tree, 'infra/emulators/stripe/src/command-line.ts');
  const emulator = await startServerCommand(command, {
    PORT: '0',
    CONTROL_PORT: '0',
    SEED_FILE: join(ROOT, 'infra/embedded/src/product/stripe-catalogue.ts'),
  });
  return { emulator, atRest: residentBytes(emulator.pid), rounds: [] };
}

async function grow({ url, controlUrl, pid }: ServerCommand, count: number): Promise<Round> {
  const control = connectControl(controlUrl);
  const perCall = async (work: () => Promise<unknown>) => {
    const started = coreSeconds(pid);
    await work();
    return ((coreSeconds(pid) - started) / count) * 1e6;
  };
  const sessions: string[] = [];
  const subscriptions: string[] = [];
  return {
    'create a session': await perCall(() => createSessions(url, count, (id) => sessions.push(id))),
    'pay it': await perCall(() =>
      callsPerSecond(count, PARALLEL, async (index) => {
        const { session } = await control.pay(String(sessions[index]), { card: 'visa' });
        subscriptions.push(String(session.subscription));
      }),
    ),
    'retrieve a subscription': await perCall(() =>
      callsPerSecond(count, PARALLEL, (index) => retrieve(`${url}/v1/subscriptions/${subscriptions[index]}`)),
    ),
  };
}

async function retrieve(url: string): Promise<void> {
  const answer = await fetch(url, { headers: { authorization: 'Bearer sk_test_emulated' } });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  await answer.arrayBuffer();
}

const STEPS: readonly Step[] = ['create a session', 'pay it', 'retrieve a subscription'];

function rowsOf(candidate: Candidate): Measurement[] {
  return [
    ...STEPS.map((step) => ({
      name: step,
      value: Math.round(median(candidate.rounds.map((round) => round[step]))),
      unit: 'µs',
      note: `CPU time, median of ${ROUNDS} rounds while the account grows`,
    })),
    {
      name: `memory of ${SUBSCRIPTIONS.toLocaleString('en')} subscriptions`,
      value: Math.round(memoryOf(candidate) / MEBIBYTE),
      unit: 'MiB',
      note: 'resident, with their customers, sessions, invoices, payments, events and idempotency keys',
    },
  ];
}

function ratiosOf(now: Candidate, before: Candidate): Measurement[] {
  const ratio = (name: string, value: number) => ({ name: `${name}: now / before`, value, unit: '×' });
  return [
    ...STEPS.map((step) => {
      const ratios = now.rounds.map(
        (round, index) => round[step] / (before.rounds[index]?.[step] ?? Number.NaN),
      );
      return ratio(step, median(ratios));
    }),
    ratio('all three', total(now) / total(before)),
    ratio('memory', memoryOf(now) / memoryOf(before)),
  ];
}

/** Total CPU time of the three calls over all rounds. */
function total({ rounds }: Candidate): number {
  return rounds.flatMap((round) => STEPS.map((step) => round[step])).reduce((sum, value) => sum + value, 0);
}

function memoryOf({ emulator, atRest }: Candidate): number {
  return residentBytes(emulator.pid) - atRest;
}
