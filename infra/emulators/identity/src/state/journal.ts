import { join } from 'node:path';
import { Journal } from '@outharbor/emulator-kit/journal';

/** One change: what kind of thing, which one, and its new value; without a value it is gone. */
export type Entry = readonly [kind: string, id: string, value?: unknown];

export type ProjectJournal = Journal<Entry>;

export function openJournal(directory: string): ProjectJournal {
  return new Journal(join(directory, 'identity.jsonl'));
}
