import { join } from 'node:path';
import { type PacedSaves, paceSaves } from '../../kit/src/paced-saves.ts';
import { readIfExists, replaceFile } from '../../kit/src/replace-file.ts';
import type { OfficialEmulator } from './official-emulator.ts';

interface Account {
  readonly localId: string;
  readonly validSince?: string;
}

/** All accounts are saved each time, so with many of them a save is followed by a pause. */
const PACE = { delayMs: 300, pause: 4 };
const HEADERS = { authorization: 'Bearer owner', 'content-type': 'application/json' };

/**
 * Brings the saved accounts back through the emulator's admin API, and saves them after each change. Only the owner may
 * read the file: the emulator keeps passwords in clear text.
 */
export async function keepAccounts(
  emulator: OfficialEmulator,
  { url, projectId, dataDir }: Readonly<Record<'url' | 'projectId' | 'dataDir', string>>,
): Promise<PacedSaves> {
  const path = `${url}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`;
  const file = join(dataDir, 'accounts.json');
  await restore(emulator, path, JSON.parse(readIfExists(file) ?? '{"users":[]}').users);
  let dirty = false;
  const save = async () => {
    if (!dirty) return;
    dirty = false;
    try {
      const answer = await fetch(`${path}:batchGet?maxResults=-1`, { headers: HEADERS });
      const { users = [] } = await readBody<{ users?: Account[] }>(answer);
      await replaceFile(file, [JSON.stringify({ users })]);
    } catch (error) {
      dirty = true;
      throw error;
    }
  };
  const saves = paceSaves(save, { ...PACE, onFailure: (error) => process.emitWarning(String(error)) });
  return {
    ...saves,
    changed: () => {
      dirty = true;
      saves.changed();
    },
  };
}

async function restore(emulator: OfficialEmulator, path: string, users: readonly Account[]): Promise<void> {
  if (users.length === 0) return;
  const body = JSON.stringify({ users, allowOverwrite: true });
  const answer = await fetch(`${path}:batchCreate`, { method: 'POST', headers: HEADERS, body });
  const { error = [] } = await readBody<{ error?: { index: number; message: string }[] }>(answer);
  const [first] = error;
  if (first) throw new Error(`${error.length} saved accounts were rejected: ${first.message}`);
  for (const { localId, validSince } of users)
    if (validSince !== undefined) emulator.setValidSince(localId, validSince);
}

async function readBody<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`The Auth emulator returned ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
