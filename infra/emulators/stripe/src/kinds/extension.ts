import type { FastifyInstance } from 'fastify';
import type { FindContext } from '../pages/find-context.ts';
import type { Context, Follow, Hooks, LookUp, Reference, UsageSource } from './context.ts';
import type { Endpoint } from './endpoint.ts';
import type { Collection } from './store/collection.ts';
import type { Identified } from './store/entity.ts';
import type { Store } from './store/store.ts';

/** Finds the account and mode that have the object of a page. */
export type Holding = (find: (store: Store, id: string) => unknown) => FindContext;

/** What a folder of `features` adds. The core works without it: none of its files imports one of a feature. */
export interface Feature extends Partial<Pick<Hooks, 'references'>> {
  readonly endpoints?: readonly Endpoint[];
  readonly pages?: (server: FastifyInstance, holding: Holding) => void;
  readonly fields?: Readonly<Record<string, LookUp>>;
  readonly after?: Readonly<Record<string, Follow>>;
  readonly usage?: readonly UsageSource[];
}

/** What several features add together. */
export function joined(features: readonly Feature[]): Hooks {
  return {
    after: byName(features.map(({ after }) => after)),
    fields: byName(features.map(({ fields }) => fields)),
    usage: features.flatMap(({ usage = [] }) => usage),
    references: Object.assign({}, ...features.map(({ references }) => references)),
  };
}

function byName<T>(parts: readonly (Readonly<Record<string, T>> | undefined)[]): Record<string, T[]> {
  const all: Record<string, T[]> = {};
  for (const [name, value] of parts.flatMap((part = {}) => Object.entries(part))) {
    all[name] = [...(all[name] ?? []), value];
  }
  return all;
}

/** A kind of object that fields and filters refer to by its id; `kind` is what errors call it. */
export function reference<T extends Identified>(
  kind: string,
  among: (store: Store) => Collection<T>,
  wire: (context: Context, entity: T) => object,
): Reference {
  const show: Reference['show'] = (context, id) => {
    const entity = among(context.store).get(id);
    return entity && wire(context, entity);
  };
  return { kind, among, show };
}
