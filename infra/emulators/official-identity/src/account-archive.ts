import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
      const text = await readFile(file, 'utf8').catch(emptyWhenMissing);
      return (JSON.parse(text) as { users: Account[] }).users;
    },
    write: async (users) => {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const draft = `${file}.${process.pid}.draft`;
      await writeFile(draft, JSON.stringify({ users }), { mode: 0o600 });
      await rename(draft, file);
    },
  };
}

function emptyWhenMissing(error: NodeJS.ErrnoException): string {
  if (error.code !== 'ENOENT') throw error;
  return '{"users":[]}';
}
