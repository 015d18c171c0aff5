import { join } from 'node:path';
import { readIfExists, replaceFile } from '../../kit/src/replace-file.ts';

export interface Account {
  readonly localId: string;
  readonly validSince?: string;
}

export interface AccountArchive {
  read(): Promise<Account[]>;
  write(accounts: readonly Account[]): Promise<void>;
}

/** Stores accounts on disk, readable only by the owner: the emulator keeps passwords in clear text. */
export function openAccountArchive(directory: string): AccountArchive {
  const file = join(directory, 'accounts.json');
  return {
    read: async () => {
      const text = readIfExists(file) ?? '{"users":[]}';
      return (JSON.parse(text) as { users: Account[] }).users;
    },
    write: (users) => replaceFile(file, [JSON.stringify({ users })]),
  };
}
