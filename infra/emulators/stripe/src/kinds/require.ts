import type { Price, Recurrence } from '../catalogue/catalogue-entities.ts';
import type { Store } from './store/store.ts';

/** Resolves a reference between entities; a miss is an emulator bug, not a client error. */
export function requireFound<T>(entity: T | undefined, what: string): T {
  if (entity === undefined) throw new Error(`${what} is missing from the state`);
  return entity;
}

export function requirePrice(store: Store, id: string): Price {
  return requireFound(store.prices.get(id), `price ${id}`);
}

/** The recurrence of a price already known to be recurring. */
export function requireRecurrence({ id, recurring }: Price): Recurrence {
  return requireFound(recurring ?? undefined, `the recurrence of ${id}`);
}
