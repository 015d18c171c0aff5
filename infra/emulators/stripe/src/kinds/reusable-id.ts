import { notSupported } from '../description/api-error.ts';
import type { Store } from './store/store.ts';

const FIELDS = { coupon: ['coupon'], plan: ['price', 'prices', 'default_price'] } as const;

/** What happened or was sent does not change with the objects that it shows. */
const RECORDS: ReadonlySet<string> = new Set(['deliveries', 'events']);

/** The id of a deleted plan or coupon can be used again; what still refers to the deleted one would need both. */
export function requireUnreferred(store: Store, kind: keyof typeof FIELDS, id: string): void {
  const names: readonly string[] = FIELDS[kind];
  const refers = (part: unknown): boolean =>
    typeof part === 'object' &&
    part !== null &&
    Object.entries(part).some(
      ([name, value]) =>
        refers(value) ||
        (names.includes(name) && (value === id || (Array.isArray(value) && value.includes(id)))),
    );
  const isReferred = store.collections.some(
    (collection) => !RECORDS.has(collection.name) && [...collection.values()].some(refers),
  );
  if (isReferred) throw notSupported(`a new ${kind} with the id of a deleted one that is still in use`, 'id');
}
