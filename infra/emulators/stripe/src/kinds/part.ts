import type { FastifyInstance, FastifyRequest } from 'fastify';
import type {
  Context,
  FindShown,
  Follow,
  Hooks,
  Installed,
  LookUp,
  Reference,
  Settings,
  Timed,
  UsageSource,
  VersionChange,
} from './context.ts';
import type { Endpoint } from './endpoint.ts';
import type { In } from './objects.ts';
import type { Collection } from './store/collection.ts';
import type { Identified } from './store/kind-type.ts';
import type { CollectionDefaults, Store } from './store/store.ts';

/** Resolves the account and mode of the object named in the request's path. */
export type FindContext = (request: FastifyRequest, id: string) => Context;

/** A key of an account, in one of its modes. */
export interface ApiKey {
  readonly secret: Buffer;
  readonly livemode: boolean;
  /** Null for a secret key, which has all permissions. */
  readonly permissions: ReadonlySet<string> | null;
}

/** Who a page is visited for. */
export interface Visits {
  /** Finds the account and mode that have the object of a page. */
  readonly holding: (find: (store: Store, id: string) => unknown) => FindContext;
  readonly findKeys: (request: FastifyRequest) => readonly ApiKey[];
  readonly findSettings: (request: FastifyRequest) => Settings;
  /** The mode of a publishable key. */
  readonly ofKey: FindContext;
}

/** What a room or an extension adds to what all share. */
export interface Part {
  /** Its collections by name, and the fields that objects have unless something else is said. */
  readonly collections?: CollectionDefaults;
  readonly endpoints?: readonly Endpoint[];
  readonly pages?: (server: FastifyInstance, visits: Visits) => void;
  /** Added before all routes. */
  readonly serve?: (server: FastifyInstance, visits: Pick<Visits, 'findSettings'>) => void;
  /** By the name of the fields and filters that refer to such an object. */
  readonly references?: Readonly<Record<string, Reference>>;
  /** Expandable fields that refer by no id, or to another kind than elsewhere, by their type and name: `charge.refunds`. */
  readonly fields?: Readonly<Record<string, LookUp>>;
  /** What time does to the objects of a collection, by its name. */
  readonly timed?: { readonly [N in keyof Store]?: Timed<In<N>> };
  /** By the type of the event. */
  readonly after?: Readonly<Record<string, Follow>>;
  readonly usage?: readonly UsageSource[];
  readonly hooks?: Partial<Hooks>;
}

/** Collections of objects that have no plain form. */
export function keptWhole(...names: readonly (keyof Store & string)[]): CollectionDefaults {
  return Object.fromEntries(names.map((name) => [name, null]));
}

export function joined(parts: readonly Part[], changes: readonly VersionChange[]): Installed {
  return {
    changes,
    collections: Object.assign({}, ...parts.map(({ collections }) => collections)),
    references: Object.assign({}, ...parts.map(({ references }) => references)),
    timed: Object.assign({}, ...parts.map(({ timed }) => timed)),
    usage: parts.flatMap(({ usage = [] }) => usage),
    hooks: byName(parts.toReversed().map(({ hooks }) => hooks)) as Installed['hooks'],
    fields: byName(parts.map(({ fields }) => fields)),
    after: byName(parts.map(({ after }) => after)),
  };
}

function byName<T>(tables: readonly (Readonly<Record<string, T>> | undefined)[]): Record<string, T[]> {
  const all: Record<string, T[]> = {};
  for (const [name, value] of tables.flatMap((table = {}) => Object.entries(table))) {
    all[name] = [...(all[name] ?? []), value];
  }
  return all;
}

export function reference<T extends Identified>(
  kind: string,
  among: (store: Store) => Collection<T>,
  wire: (context: Context, entity: T) => object,
): Reference {
  const show: FindShown = (context, id) => {
    const entity = among(context.store).get(id);
    return entity && wire(context, entity);
  };
  return { kind, among, show };
}

/** The form of what is shown alike wherever it is. */
export const alone =
  <T>(wire: (entity: T) => object) =>
  (_: Context, entity: T): object =>
    wire(entity);

export const NEVER = Number.POSITIVE_INFINITY;

/** The queue of captures and refunds to settle, which no test clock delays. */
export const SETTLEMENTS = 'settlements';
