import type { Changes } from '@outharbor/emulator-kit/change-feed';

export interface Copies<Copy> {
  /** Oldest first; the same list until something changes. */
  readonly copies: readonly Copy[];
  /** Grows with every change. */
  readonly version: number;
}

/**
 * Copies of what a service holds. Reads only what changed. With `keepsLast`, the service keeps only the newest entries, so
 * that missing ones are the oldest.
 */
export function followed<Summary extends { readonly id: string | number }, Copy>(
  read: (since: string) => Promise<Changes<Summary>>,
  makeCopy: (summary: Summary) => Copy,
  { keepsLast = false } = {},
) {
  const copies = new Map<Summary['id'], Copy>();
  let cursor = 'start';
  let list: readonly Copy[] | undefined;
  let following: Promise<Copies<Copy>> | undefined;
  let version = 0;
  const change = (): void => {
    version += 1;
    list = undefined;
  };
  const take = ({ cursor: reached, count, rows }: Changes<Summary>): void => {
    const isNew = rows.length > 0 || version === 0 || (count === 0 && copies.size > 0);
    // The answer contains every entry.
    if (rows.length === count) copies.clear();
    for (const row of rows) copies.set(row.id, makeCopy(row));
    if (isNew) change();
    cursor = reached;
  };
  const dropOldest = (count: number): void => {
    for (const id of [...copies.keys()].slice(0, Math.max(0, count))) copies.delete(id);
    if (count > 0) change();
  };
  const followNow = async (): Promise<Copies<Copy>> => {
    const answer = await read(cursor);
    take(answer);
    if (keepsLast) dropOldest(copies.size - answer.count);
    if (copies.size === answer.count) return followable;
    // Some entries were removed.
    copies.clear();
    take(await read('start'));
    return followable;
  };
  const followable = {
    get version(): number {
      return version;
    },
    get copies(): readonly Copy[] {
      list ??= [...copies.values()];
      return list;
    },
    /** Resolves with itself, up to date. */
    follow: (): Promise<Copies<Copy>> => {
      following ??= followNow().finally(() => {
        following = undefined;
      });
      return following;
    },
  };
  return followable;
}
