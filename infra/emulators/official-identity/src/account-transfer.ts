import type { Account } from './account-archive.ts';

/** Exports and imports accounts through the emulator's admin API. */
export interface AccountTransfer {
  download(): Promise<Account[]>;
  upload(accounts: readonly Account[]): Promise<void>;
}

export function accountTransfer(emulatorUrl: string, projectId: string): AccountTransfer {
  const accounts = `${emulatorUrl}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`;
  const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
  return {
    download: async () => {
      const answer = await fetch(`${accounts}:batchGet?maxResults=-1`, { headers });
      return (await readBody<{ users?: Account[] }>(answer)).users ?? [];
    },
    upload: async (users) => {
      if (users.length === 0) return;
      const body = JSON.stringify({ users, allowOverwrite: true });
      const answer = await fetch(`${accounts}:batchCreate`, { method: 'POST', headers, body });
      const { error = [] } = await readBody<{ error?: { index: number; message: string }[] }>(answer);
      const [first] = error;
      if (first) throw new Error(`${error.length} saved accounts were rejected: ${first.message}`);
    },
  };
}

async function readBody<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`The Auth emulator returned ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
