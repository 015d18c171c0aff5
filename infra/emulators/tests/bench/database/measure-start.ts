import { median, round } from '../../support/figures.ts';
import type { Measurement } from '../../support/measurement.ts';
import { type EmulatorProcess, startBareServer, startEmulatorProcess } from './emulator-process.ts';

const ROUNDS = 7;

/** Measures from process start to the first response. The two alternate, for equal machine conditions. */
export async function measureStart(): Promise<Measurement[]> {
  const emulator: number[] = [];
  const bare: number[] = [];
  // The first start fills the compile cache.
  await millisecondsToAnswer(startEmulatorProcess);
  for (let at = 0; at < ROUNDS; at++) {
    emulator.push(await millisecondsToAnswer(startEmulatorProcess));
    bare.push(await millisecondsToAnswer(startBareServer));
  }
  const note = `a new process, median of ${ROUNDS}`;
  return [
    { name: 'start-up to first answer', value: round(median(emulator), 0), unit: 'ms', note },
    {
      name: 'the same for a bare server on Node and ws',
      value: round(median(bare), 0),
      unit: 'ms',
      note,
    },
  ];
}

async function millisecondsToAnswer(start: () => Promise<EmulatorProcess>): Promise<number> {
  const startedAt = performance.now();
  const { url, end } = await start();
  await (await fetch(`${url}/.json?ns=start`)).text();
  const elapsed = performance.now() - startedAt;
  await end();
  return elapsed;
}
