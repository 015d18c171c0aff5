import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Measurement } from '../../../../scripts/benchmark-report.ts';
import { median, perSecond, round } from '../support/figures.ts';
import { coreSeconds, sampleProcess } from '../support/process-sample.ts';
import { type ServerCommand, startServerCommand } from '../support/server-command.ts';
import { measureWithDatabase } from './identity/measure-with-database.ts';

export const title = 'Identity emulator';

const OURS = fileURLToPath(new URL('../../identity/bin/identity-emulator.mjs', import.meta.url));
const OFFICIAL = fileURLToPath(new URL('./identity/official-server.mjs', import.meta.url));
const OFFICIAL_PACKAGES = fileURLToPath(new URL('../../official-identity/node_modules', import.meta.url));

const PASSWORD = 'correct horse battery';
const ROUNDS = 5;
const SIGN_INS = 600;
const AT_ONCE = 16;

interface Rates {
  readonly perSecond: number[];
  readonly coreMs: number[];
}

/** Measures the emulator in a separate process, alternating with the official one. */
export async function measure(): Promise<Measurement[]> {
  if (!existsSync(OFFICIAL_PACKAGES)) {
    throw new Error(
      'The official emulator is not installed: npm ci --prefix infra/emulators/official-identity',
    );
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-identity-'));
  const environment = { PORT: '0', FIREBASE_PROJECT_ID: 'demo-bench', DATA_DIR: dataDir };
  try {
    // The first start creates the keys.
    await (await startServerCommand(OURS, environment)).end();
    return [
      ...(await measureStart(environment)),
      ...(await measureWithDatabase(join(dataDir, 'with-database'))),
      ...(await measureSignIns(environment)),
    ];
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

async function measureStart(environment: Readonly<Record<string, string>>): Promise<Measurement[]> {
  const times: number[] = [];
  for (let at = 0; at < ROUNDS; at += 1) {
    const startedAt = performance.now();
    const emulator = await startServerCommand(OURS, environment);
    await (await fetch(emulator.url)).text();
    times.push(performance.now() - startedAt);
    await emulator.end();
  }
  const note = `a new process with existing keys, median of ${ROUNDS}`;
  return [{ name: 'start-up to first answer', value: round(median(times), 0), unit: 'ms', note }];
}

async function measureSignIns(environment: Readonly<Record<string, string>>): Promise<Measurement[]> {
  const ours = await startServerCommand(OURS, environment);
  const official = await startServerCommand(OFFICIAL, {});
  try {
    const atRest = sampleProcess(ours.pid).megabytes;
    const our: Rates = { perSecond: [], coreMs: [] };
    const their: Rates = { perSecond: [], coreMs: [] };
    for (const { url } of [ours, official]) await post(url, 'signUp');
    for (let at = 0; at <= ROUNDS; at += 1) {
      await signIn(ours, our);
      await signIn(official, their);
    }
    const ratio = median(our.perSecond) / median(their.perSecond);
    const note = `${AT_ONCE} concurrent, median of ${ROUNDS}`;
    return [
      { name: 'memory at rest', value: atRest, unit: 'MB', note: 'resident, Node included' },
      { name: 'password sign-ins', value: median(our.perSecond), unit: '/s', note },
      {
        name: 'the same, official emulator',
        value: median(their.perSecond),
        unit: '/s',
        note: `alternating in the same run; ours is ${round(ratio)} times as fast`,
      },
      {
        name: 'CPU time per sign-in',
        value: round(median(our.coreMs)),
        unit: 'ms',
        note: 'all threads',
      },
      { name: 'the same, official emulator', value: round(median(their.coreMs)), unit: 'ms', note: '' },
    ];
  } finally {
    await ours.end();
    await official.end();
  }
}

async function signIn({ url, pid }: ServerCommand, rates: Rates): Promise<void> {
  const coresBefore = coreSeconds(pid);
  const startedAt = performance.now();
  let left = SIGN_INS;
  const worker = async () => {
    while (left-- > 0) await post(url, 'signInWithPassword');
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  rates.perSecond.push(perSecond(SIGN_INS, startedAt));
  rates.coreMs.push(((coreSeconds(pid) - coresBefore) * 1000) / SIGN_INS);
}

async function post(url: string, call: string): Promise<void> {
  const answer = await fetch(`${url}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=bench`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: PASSWORD, returnSecureToken: true }),
  });
  const text = await answer.text();
  if (!answer.ok && !text.includes('EMAIL_EXISTS')) throw new Error(`${call}: ${answer.status} ${text}`);
}
