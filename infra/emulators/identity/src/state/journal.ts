import { join } from 'node:path';
import { Journal } from '@outharbor/emulator-kit/journal';

/** One change: the kind of entity, its id and its new value; without a value it is deleted. */
export type Entry = readonly [kind: string, id: string, value?: unknown];

export type ProjectJournal = Journal<Entry>;

const journalPath = (directory: string) => join(directory, 'identity.jsonl');

export function openJournal(directory: string): ProjectJournal {
  return new Journal(journalPath(directory));
}
