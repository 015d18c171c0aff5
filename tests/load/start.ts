import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NEXT } from '@outharbor/contract/testing/plans';
import { startEmbeddedStack } from '@outharbor/embedded/embedded-stack';
import { endProcess } from '@outharbor/emulator-kit/end-process';
import { median } from '../../infra/emulators/tests/support/figures.ts';
import type { Measurement } from '../../infra/emulators/tests/support/measurement.ts';
import { toTarget } from '../support/embedded-target.ts';
import { CARDS, newPerson } from '../support/people.ts';
import { registerVisitor } from '../support/sdk-visitor.ts';

export const title = 'Start and loop';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ROUNDS = 5;

export async function measure(): Promise<Measurement[]> {
  const starts: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) starts.push(await secondsToReady());
  const loops = await loopTimes();
  const note = `median of ${ROUNDS}`;
  return [
    { name: 'npm start on a built tree, to ready', value: median(starts), unit: 's', note },
    {
      name: 'first loop through the SDKs',
      value: loops[0] ?? 0,
      unit: 's',
      note: 'register, pay, confirm, record',
    },
    { name: 'each further loop', value: median(loops.slice(1)), unit: 's', note },
  ];
}

/** Measures from the command to the first served page. */
async function secondsToReady(): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const environment = { ...process.env, PORT: '0', CONSOLE_PORT: '0', DATA_DIR: dataDir };
  const startedAt = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressIn(child.stdout);
  await (await fetch(url)).text();
  const seconds = (performance.now() - startedAt) / 1000;
  await endProcess(child);
  await rm(dataDir, { recursive: true });
  return seconds;
}

async function addressIn(output: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of output) {
    text += chunk;
    const address = /ready at (http:\S+)/.exec(text)?.[1];
    if (address) return address;
  }
  throw new Error(`npm start ended: ${text}`);
}

async function loopTimes(): Promise<number[]> {
  const stack = await startEmbeddedStack();
  const { url, pay } = toTarget(stack);
  const times: number[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const startedAt = performance.now();
      const visitor = await registerVisitor(url, newPerson());
      const session = await visitor.checkOut(NEXT.price);
      await pay(session.id, CARDS.pays);
      await visitor.confirm(session.id);
      await visitor.recordWhen((record) => record?.subscription?.planType === NEXT.name);
      times.push((performance.now() - startedAt) / 1000);
      await visitor.leave();
    }
  } finally {
    await stack.close();
  }
  return times;
}
