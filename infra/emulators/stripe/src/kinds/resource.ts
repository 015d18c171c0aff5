import { parameterNames } from '../description/description.ts';
import { defined, isObject } from '../description/json.ts';
import type { Context } from './context.ts';
import { deletion, type Endpoint, get, nothing, post, retrieval } from './endpoint.ts';
import { emit, emitChange, type Find, type Finder } from './objects.ts';
import { described } from './params/as-described.ts';
import { changedMetadata, type MetadataChange, type ObjectReader, object } from './params/composite.ts';
import { optional, type Reader } from './params/reader.ts';
import { inRange, type ListParams, listFields, readPage, type TimeRange, timeRange } from './read-page.ts';
import type { Entity, Metadata } from './store/kind-type.ts';

type Wire<T> = (context: Context, entity: T) => object;

interface Options<T> {
  /** The beginning of its events; without it there are none. */
  readonly event?: string;
  /** How one is found, if not all are that are there. */
  readonly find?: Find<T>;
}

interface Labelled {
  readonly metadata?: MetadataChange;
}

/** What differs after a request beside the metadata; undefined leaves a field as it is. */
type Change<T, P> = (given: P, before: T, context: Context) => { readonly [K in keyof T]?: T[K] | undefined };

type Shown = boolean | string | null | undefined | readonly (string | null)[];
type Given = Readonly<Record<string, unknown>>;

export interface Listing<T> {
  /** The filters that are compared with the field of their name. */
  readonly fields?: readonly (keyof T & string)[];
  /** What another filter is compared with, by its name; of a list, each item. */
  readonly filters?: Readonly<Record<string, (entity: T, context: Context) => Shown>>;
  /** How a filter is read, if not as Stripe describes it. */
  readonly readers?: Readonly<Record<string, Reader<unknown>>>;
  /** The ranges of times that are compared with the field of their name; `created` is always one if Stripe has it. */
  readonly times?: readonly (keyof T & string)[];
  /** What another range of times is compared with, by its name. */
  readonly ranges?: Readonly<Record<string, (entity: T) => number | null | undefined>>;
  /** Whether an entity is listed at all, given the filters. */
  readonly where?: (entity: T, given: Given, context: Context) => boolean;
  /** The field by which the answer is sorted, if it is not newest first. */
  readonly sorted?: (given: Given) => (keyof T & string) | undefined;
  /** The filter whose value is looked up instead of compared; a field of the same name. */
  readonly by?: keyof T & string;
}

/** The filters of what belongs to a charge. */
export const OF_CHARGE = ['charge', 'payment_intent'] as const;

export interface Resource<T extends Entity> {
  readonly retrieve: Endpoint;
  readonly list: (listing?: Listing<T>) => Endpoint;
  /** The call that changes one, and its metadata if the parameters have any. */
  readonly update: <P>(params: ObjectReader<P & Labelled>, change?: Change<T, P>) => Endpoint;
  /** A call that does something with one, and answers with what it then is. */
  readonly action: <P>(
    name: string,
    params: ObjectReader<P>,
    act: (context: Context, entity: T, params: P) => T,
  ) => Endpoint;
  /** The call that deletes one; `object` is what the answer calls it. */
  readonly removal: (object: string, remove: (context: Context, entity: T) => void) => Endpoint;
  readonly find: Find<T>;
  /** Stores a new entity, by default of this moment, emits its event and answers with it. */
  readonly created: (context: Context, entity: Omit<T, 'created'> & Partial<Entity>) => object;
  /** Stores a changed entity, emits an event with what changed and answers with it. */
  readonly updated: (context: Context, before: T, after: T, event?: string) => object;
}

/** What follows from the kind of a simple object: its retrieval, its list and the events of its changes. */
export function resource<T extends Entity & { readonly metadata?: Metadata }>(
  path: string,
  finder: Finder<T>,
  wire: Wire<T>,
  { event: prefix, find = finder }: Options<T> = {},
): Resource<T> {
  const { among } = finder;
  const updated: Resource<T>['updated'] = (context, before, after, event = `${prefix}.updated`) => {
    const former = wire(context, before);
    const shown = wire(context, among(context.store).put(after));
    return prefix === undefined ? shown : emitChange(context, event, former, shown);
  };
  return {
    find,
    updated,
    update: (params, change = () => ({})) =>
      post(`${path}/:id`, params, (context, given, { id = '' }) => {
        const before = find(context, id);
        const after = { ...before, ...defined(change(given, before, context)) };
        if (given.metadata === undefined) return updated(context, before, after);
        const metadata = changedMetadata(before.metadata ?? {}, given.metadata);
        return updated(context, before, { ...after, metadata });
      }),
    action: (name, params, act) =>
      post(`${path}/:id/${name}`, params, (context, given, { id = '' }) =>
        wire(context, act(context, find(context, id), given)),
      ),
    removal: (object, remove) =>
      deletion(`${path}/:id`, nothing, (context, _, { id = '' }) => {
        remove(context, find(context, id));
        return { id, object, deleted: true };
      }),
    retrieve: retrieval(`${path}/:id`, (context, id) => wire(context, find(context, id))),
    list: (listing = {}) => listEndpoint(path, finder, wire, listing),
    created: (context, entity) => {
      const made = { created: context.time.now(), ...entity } as unknown as T;
      const shown = wire(context, among(context.store).put(made));
      if (prefix !== undefined) emit(context, `${prefix}.created`, shown);
      return shown;
    },
  };
}

function listEndpoint<T extends Entity>(
  path: string,
  { kind, among }: Finder<T>,
  wire: Wire<T>,
  listing: Listing<T>,
): Endpoint {
  const { by, fields = [], times: own = [], where } = listing;
  const call = `GET ${path}`;
  const filters = { ...fieldsOf<T, Shown>(fields), ...listing.filters };
  const dated = parameterNames(call).includes('created') ? (['created'] as const) : [];
  const ranges = { ...fieldsOf<T, number | null>([...dated, ...own]), ...listing.ranges };
  const times = Object.keys(ranges).map((name) => [name, timeRange] as const);
  const params = object({
    ...filterReaders(call, Object.keys(filters)),
    ...listing.readers,
    ...Object.fromEntries(times),
    ...listFields,
  });
  const compares = (entity: T, given: Given, context: Context) =>
    Object.entries(filters).every(([name, shown]) => holds(shown(entity, context), valueAt(given, name))) &&
    Object.entries(ranges).every(([name, time]) => isWithin(time(entity), given[name] as TimeRange)) &&
    (where === undefined || where(entity, given, context));
  const handle = (context: Context, given: Given & ListParams) => {
    const entities = among(context.store);
    const isListed = (entity: T) => compares(entity, given, context);
    const value = by && given[by];
    const found =
      by === undefined || typeof value !== 'string'
        ? entities.newestFirst(isListed)
        : entities.where(by, value, isListed);
    const key = listing.sorted?.(given);
    const matches = key === undefined ? found : [...found].sort((a, b) => (a[key] < b[key] ? -1 : 1));
    const source = { matches, url: path, kind };
    return readPage(context, source, given, (entity) => wire(context, entity));
  };
  return get(path, params, handle);
}

/** What reads each of these fields. */
function fieldsOf<T, V>(names: readonly (keyof T & string)[]): Record<string, (entity: T) => V> {
  return Object.fromEntries(names.map((name) => [name, (entity: T) => entity[name] as V]));
}

const FILTER = /^(?<outer>\w+)(?:\[(?<inner>\w+)\])?$/;

/** Readers for filters such as `status` and `recurring[interval]`. */
function filterReaders(call: string, names: readonly string[]): Record<string, Reader<unknown>> {
  const readers: Record<string, Reader<unknown>> = {};
  const nested: Record<string, Record<string, Reader<unknown>>> = {};
  for (const name of names) {
    const { outer = '', inner } = FILTER.exec(name)?.groups ?? {};
    const reader = optional(described(call, name));
    if (inner === undefined) readers[outer] = reader;
    else nested[outer] = { ...nested[outer], [inner]: reader };
  }
  for (const [outer, fields] of Object.entries(nested)) readers[outer] = optional(object(fields));
  return readers;
}

/** The value of a filter such as `recurring[interval]`. */
function valueAt(given: Given, name: string): unknown {
  const { outer = '', inner } = FILTER.exec(name)?.groups ?? {};
  const value = given[outer];
  return inner !== undefined && isObject(value) ? value[inner] : value;
}

function isWithin(time: number | null | undefined, range: TimeRange | undefined): boolean {
  return range === undefined || (time != null && inRange(time, range));
}

function holds(shown: Shown, given: unknown): boolean {
  if (given === undefined) return true;
  if (Array.isArray(given)) return given.some((one) => holds(shown, one));
  return Array.isArray(shown) ? shown.includes(given) : shown === given;
}
