import type { Context } from './context.ts';
import { changedAttributes, emit } from './events/emit.ts';
import type { Collection } from './store/collection.ts';
import type { Loose } from './store/entity.ts';
import type { Store } from './store/store.ts';

type Wire<T> = (context: Context, entity: T) => object;

/** Stores an entity of a kind, and emits what has happened to it. */
export function putting<T extends { readonly id: string }>(
  among: (store: Store) => Collection<T>,
  wire: Wire<T>,
) {
  return (context: Context, event: string, entity: T): T => {
    const kept = among(context.store).put(entity);
    emit(context, event, wire(context, kept));
    return kept;
  };
}

/** Stores a changed entity of a kind, and emits what has changed, if anything that is shown has. */
export function changing<T extends { readonly id: string }>(
  event: string,
  among: (store: Store) => Collection<T>,
  wire: Wire<T>,
) {
  return (context: Context, before: T, after: Loose<T>): T => {
    const kept = among(context.store).put(after);
    const shown = wire(context, kept);
    emit(context, event, shown, changedAttributes(wire(context, before), shown));
    return kept;
  };
}
