import type { Context, Due, Timed } from '../context.ts';
import type { Collection } from '../store/collection.ts';
import type { Store } from '../store/store.ts';

export const NEVER = Number.POSITIVE_INFINITY;

/** The queue of captures and refunds to settle, which no test clock delays. */
export const SETTLEMENTS = 'settlements';

export function timed<T extends { readonly id: string }>(
  among: (store: Store) => Collection<T>,
  readDue: (entity: T, context: Context) => Due,
  run: (context: Context, entity: T, at: number) => unknown,
): Timed {
  return {
    entities: (store) => among(store).values(),
    findDue: (context, id) => {
      const entity = among(context.store).get(id);
      if (entity === undefined) return null;
      const [at, clock] = readDue(entity, context);
      return at == null || at === NEVER ? null : { at, clock };
    },
    run: (context, id, at) => {
      const entity = among(context.store).get(id);
      if (entity !== undefined) run(context, entity, at);
    },
  };
}
