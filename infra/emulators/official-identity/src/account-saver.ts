import type { AccountArchive } from './account-archive.ts';
import type { AccountTransfer } from './account-transfer.ts';

const SAVE_DELAY_MS = 300;

export interface AccountSaver {
  /** Schedules a save within SAVE_DELAY_MS. */
  changed(): void;
  /** Resolves when all changes so far are on disk. */
  flush(): Promise<void>;
}

/** Debounces saves, so that a burst of changes costs one save; saves never overlap. */
export function createAccountSaver(
  transfer: AccountTransfer,
  archive: AccountArchive,
  onError: (error: unknown) => void,
): AccountSaver {
  let timer: NodeJS.Timeout | undefined;
  let dirty = false;
  let saving: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    saving = saving.catch(() => undefined).then(save);
    return saving;
  };
  return {
    changed: () => {
      dirty = true;
      timer ??= setTimeout(() => flush().catch(onError), SAVE_DELAY_MS);
    },
    flush,
  };

  async function save(): Promise<void> {
    if (!dirty) return;
    dirty = false;
    try {
      await archive.write(await transfer.download());
    } catch (error) {
      dirty = true;
      throw error;
    }
  }
}
