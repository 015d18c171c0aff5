import { fileURLToPath } from 'node:url';
import { namespaceKey } from '@outharbor/stripe-emulator/control-client';
import Stripe from 'stripe';
import type { Comparison } from '../../../../scripts/benchmark-report.ts';
import { coreSeconds, proportionalBytes } from '../support/process-sample.ts';
import { type ServerCommand, startServerCommand } from '../support/server-command.ts';
import { callsPerSecond } from './stripe/calls-per-second.ts';

export const title = 'A test suite with a hundred workers';

const COMMAND = fileURLToPath(import.meta.resolve('@outharbor/stripe-emulator/command-line'));
const SECRET_KEY = 'sk_test_emulated';
const WORKERS = 100;
/** Concurrent starts, like the workers of a test runner. */
const PARALLEL = 2;
const MEBIBYTE = 1024 * 1024;

interface Usage {
  readonly seconds: number;
  readonly coreSeconds: number;
  readonly mebibytes: number;
}

/** Measures until each worker has created a customer: one process with namespaces versus one process each. */
export async function measure(): Promise<Comparison[]> {
  const shared = await usageOf(1, (index) => namespaceKey(SECRET_KEY, `worker_${index}`));
  const apart = await usageOf(WORKERS, () => SECRET_KEY);
  const row = (name: string, figure: (usage: Usage) => number, unit: string) => [
    name,
    `${figure(shared).toFixed(1)} ${unit}`,
    `${figure(apart).toFixed(1)} ${unit}`,
    (figure(apart) / figure(shared)).toFixed(0),
  ];
  return [
    {
      title: `${WORKERS} Stripe accounts, until each has a customer`,
      columns: ['', 'one process, namespaces', 'one process each', 'ratio'],
      rows: [
        row('time', ({ seconds }) => seconds, 's'),
        row('CPU time', (usage) => usage.coreSeconds, 's'),
        row('memory, shared pages counted once', ({ mebibytes }) => mebibytes, 'MiB'),
      ],
    },
  ];
}

async function usageOf(processes: number, keyOf: (worker: number) => string): Promise<Usage> {
  const emulators: ServerCommand[] = [];
  const startedAt = performance.now();
  try {
    await callsPerSecond(processes, PARALLEL, async (index) => {
      emulators[index] = await startServerCommand(COMMAND, { PORT: '0', CONTROL_PORT: '0' });
    });
    await callsPerSecond(WORKERS, PARALLEL, (worker) => {
      const { hostname, port } = new URL(String(emulators[worker % processes]?.url));
      const stripe = new Stripe(keyOf(worker), { host: hostname, port, protocol: 'http', telemetry: false });
      return stripe.customers.create();
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const sum = (of: (pid: number) => number) => emulators.reduce((total, { pid }) => total + of(pid), 0);
    return { seconds, coreSeconds: sum(coreSeconds), mebibytes: sum(proportionalBytes) / MEBIBYTE };
  } finally {
    await Promise.all(emulators.map((emulator) => emulator.end()));
  }
}
