import type { Price, Recurrence } from '../state/catalogue-entities.ts';
import type { Store } from '../state/store.ts';

/** The entity that another one refers to; a gap here is a fault of the emulator, not of the request. */
export function requireFound<T>(entity: T | undefined, what: string): T {
  if (entity === undefined) throw new Error(`${what} is missing from the state`);
  return entity;
}

export function requirePrice(store: Store, id: string): Price {
  return requireFound(store.prices.get(id), `price ${id}`);
}

/** How often a price is billed, where only a recurring one can have come. */
export function requireRecurrence({ id, recurring }: Price): Recurrence {
  return requireFound(recurring ?? undefined, `the recurrence of ${id}`);
}
