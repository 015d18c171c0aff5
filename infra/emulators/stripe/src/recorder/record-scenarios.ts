import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { parseRecording } from './exchange.ts';
import { startRecordingProxy } from './recording-proxy.ts';
import { type Comparison, replay } from './replay.ts';
import { SCENARIOS } from './scenarios.ts';

export interface RecordingRun {
  /** Where each scenario's recording is written, as `NAME.json`. */
  readonly folder: string;
  /** The real Stripe by default. */
  readonly upstream?: string;
  /** Opens the SDK on a proxy. */
  readonly connect: (port: number) => Stripe;
}

/** Runs every scenario at Stripe and records it. Resolves with the names. */
export async function recordScenarios({
  connect,
  folder,
  upstream,
}: RecordingRun): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    const proxy = await startRecordingProxy({
      file: join(folder, `${name}.json`),
      ...(upstream !== undefined && { upstream }),
    });
    try {
      await scenario(connect(proxy.port));
    } finally {
      await proxy.close();
    }
  }
  return Object.keys(SCENARIOS);
}

/** What the emulator answers differently from the recording in a file. */
export async function compareRecording(file: string): Promise<ComparedRecording> {
  const comparison = await replay(parseRecording(await readFile(file, 'utf8')));
  return { ...comparison, text: comparisonText(comparison) };
}

interface ComparedRecording extends Comparison {
  readonly text: string;
}

/** A line for each kind of difference, the most frequent first, and the totals. */
function comparisonText({ exchanges, unreached, differences }: Comparison): string {
  const places = new Map<string, string[]>();
  for (const { difference, call, exchange } of differences) {
    places.set(difference, [...(places.get(difference) ?? []), `${call} (#${exchange})`]);
  }
  const rows = [...places].toSorted(([, a], [, b]) => b.length - a.length);
  const lines = rows.map(([difference, [first = '', ...others]]) => {
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return `${difference}: ${first}${more}`;
  });
  const differing = new Set(differences.map(({ exchange }) => exchange)).size;
  const reached = exchanges - unreached;
  const skipped = unreached === 0 ? '' : `; ${unreached} name objects that the recording did not create`;
  return [...lines, `${reached - differing} of ${reached} answers are the same${skipped}.`].join('\n');
}
