import { readFile } from 'node:fs/promises';
import { parseRecording } from './exchange.ts';
import { type Comparison, replay } from './replay.ts';

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
