import { type PacedSaves, paceSaves } from '../../kit/src/paced-saves.ts';
import type { AccountArchive } from './account-archive.ts';
import type { AccountTransfer } from './account-transfer.ts';

/** All accounts are saved each time, so with many of them a save is followed by a pause. */
const PACE = { delayMs: 300, pause: 4 };

export function createAccountSaver(
  transfer: AccountTransfer,
  archive: AccountArchive,
  onFailure: (error: Error) => void,
): PacedSaves {
  let dirty = false;
  const saves = paceSaves(
    async () => {
      if (!dirty) return;
      dirty = false;
      try {
        await archive.write(await transfer.download());
      } catch (error) {
        dirty = true;
        throw error;
      }
    },
    { ...PACE, onFailure },
  );
  return {
    ...saves,
    changed: () => {
      dirty = true;
      saves.changed();
    },
  };
}
