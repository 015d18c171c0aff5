import { noSuch } from '../description/api-error.ts';
import type { JsonObject } from '../description/json-object.ts';
import type { Context } from './context.ts';
import type { Collection } from './store/collection.ts';
import type { Identified } from './store/entity.ts';
import type { Store } from './store/store.ts';

export function required<T>(entity: T | undefined, kind: string, id: string, param?: string): T {
  if (entity === undefined) throw noSuch(kind, id, param);
  return entity;
}

export type Find<T> = (context: Context, id: string, param?: string) => T;

/** The objects in a collection of the store. */
type In<N extends keyof Store> = Store[N] extends Collection<infer T> ? T : never;

/** Finds an object of one kind, or throws Stripe's error for an unknown id. */
export interface Finder<T extends Identified> extends Find<T> {
  /** The name that messages use for the kind. */
  readonly kind: string;
  readonly among: (store: Store) => Collection<T>;
}

export function finder<N extends keyof Store>(kind: string, name: N): Finder<In<N>> {
  return finderAmong(kind, (store) => store.collection<In<N>>(name));
}

export function finderAmong<T extends Identified>(kind: string, among: Finder<T>['among']): Finder<T> {
  const find: Find<T> = ({ store }, id, param) => required(among(store).get(id), kind, id, param);
  return Object.assign(find, { kind, among });
}

/** What a parameter refers to, as it is shown; throws Stripe's error if it is unknown or deleted. */
export function requireReferred(context: Context, name: string, id: string, param: string): JsonObject {
  const { kind = name, show } = context.installed.references[name] ?? {};
  const shown = show?.(context, id) as JsonObject | undefined;
  return required(shown?.deleted === true ? undefined : shown, kind, id, param);
}
