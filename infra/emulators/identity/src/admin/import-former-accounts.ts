import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readIfExists } from '@outharbor/emulator-kit/replace-file';
import type { Context } from '../context.ts';
import { journalPath } from '../state/journal.ts';
import { Fields } from '../wire/fields.ts';
import { importUsers } from './import-users.ts';

const FILE = 'accounts.json';
const AT_ONCE = 1000;

interface FormerAccount {
  readonly localId: string;
}

/** The accounts that the first release left in the directory; none once there is a journal. */
export function readFormerAccounts(directory: string): readonly FormerAccount[] {
  const text = existsSync(journalPath(directory)) ? undefined : readIfExists(join(directory, FILE));
  if (text === undefined) return [];
  try {
    return (JSON.parse(text) as { users: FormerAccount[] }).users.map(({ ...account }) => account);
  } catch (cause) {
    throw new Error(`${join(directory, FILE)} is damaged; move it away to start without its accounts`, {
      cause,
    });
  }
}

/** Imports them, and says what is lost. The file stays as it is. */
export async function importFormerAccounts(
  context: Context,
  accounts: readonly FormerAccount[],
  onWarning: (message: string) => void,
): Promise<void> {
  const lost: string[] = [];
  for (let start = 0; start < accounts.length; start += AT_ONCE) {
    const some = accounts.slice(start, start + AT_ONCE);
    const { error } = await importUsers(context, new Fields({ users: some, allowOverwrite: true }));
    lost.push(...error.map(({ index, message }) => `${some[index]?.localId} (${message})`));
  }
  if (accounts.length === 0) return;
  const taken = accounts.length - lost.length;
  const without = lost.length === 0 ? '' : `, but not ${lost.join(', ')}`;
  onWarning(
    `imported ${taken} accounts of the first release from ${FILE}${without}; they must sign in again`,
  );
}
