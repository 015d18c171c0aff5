import type { Context } from './context.ts';
import { type Endpoint, post, retrieval } from './endpoint.ts';
import { changedAttributes, emit, emitChange, type Find, type Finder } from './objects.ts';
import { callParams, type Exceptions } from './params/as-described.ts';
import { changedMetadata, type MetadataChange, type ObjectReader } from './params/composite.ts';
import { type Listing, resource } from './resource.ts';
import type { Labelled, Loose } from './store/kind-type.ts';
/** Parameters under their names, which are those of the fields. */
export type Given = Readonly<Record<string, unknown>>;
type Fields<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** What differs for a kind from how Stripe's description says its parameters are read and its fields are. */
interface Kind<T extends Labelled, P extends Given> {
  readonly type: string;
  readonly path: string;
  readonly event: string;
  readonly finder: Finder<T>;
  /** How one is found, if not all are that are there. */
  readonly find?: Find<T>;
  /** How one is found to be shown, if that differs. */
  readonly findShown?: Find<T>;
  /** Creation and change, where they are more than setting fields. */
  readonly create?: (context: Context, given: P) => T;
  readonly change?: (context: Context, before: T, given: P) => T;
  readonly newId?: (context: Context, given: P) => string;
  /** What one has unless something else is said, and again once it is cleared. */
  readonly plain: Partial<T>;
  /** Parameters that are read more strictly than described; null for one that is not supported. */
  readonly readers?: Exceptions;
  /** Those that a change reads in another way. */
  readonly changeReaders?: Exceptions;
  /** Parameters that are only shown back. */
  readonly echoed?: readonly string[];
  /** Parameters that set no field. */
  readonly aside?: readonly string[];
  /** What a new one has beside its parameters; throws Stripe's error for those that do not fit together. */
  readonly made?: (context: Context, given: P) => Fields<T>;
  /** What a change changes beside its parameters. */
  readonly changed?: (context: Context, given: P, before: T) => Fields<T>;
  /** What follows once it is there. */
  readonly after?: (context: Context, one: T, given: P) => void;
  /** The field with the time of the last change that shows. */
  readonly stamped?: keyof T & string;
  /** Another kind that it is too for some events, which come first. */
  readonly also?: {
    readonly event: string;
    readonly where: (one: T) => boolean;
    readonly wire: (one: T) => object;
  };
  readonly wire: (context: Context, one: T) => object;
  readonly listing?: Listing<T>;
  readonly remove?: (context: Context, one: T) => void;
}

/** The usual calls of a kind whose objects are kept as they are shown. */
export function kept<T extends Labelled, P extends Given = Given>(kind: Kind<T, P>) {
  const { aside = [], also, event, finder, find = finder, path, type, wire } = kind;
  const simple = resource<T>(path, finder, wire, { event, find });
  const set = (given: Given, others: object = {}): Given => ({
    ...fieldsOf(given, kind.plain, aside),
    ...fieldsOf(others as Given, kind.plain),
  });
  const put = (context: Context, given: P): T => {
    const own = { id: kind.newId?.(context, given), created: context.time.now() };
    const labels = { metadata: changedMetadata({}, given.metadata as MetadataChange) };
    const made = { ...set(given, kind.made?.(context, given)), ...own, ...labels };
    return finder.among(context.store).put(made as unknown as T);
  };
  const create =
    kind.create ??
    ((context: Context, given: P): T => {
      const one = put(context, given);
      if (also?.where(one)) emit(context, `${also.event}.created`, also.wire(one));
      emit(context, `${event}.created`, wire(context, one));
      kind.after?.(context, one, given);
      return one;
    });
  const change =
    kind.change ??
    ((context: Context, before: T, given: P): T => {
      const labels = { metadata: changedMetadata(before.metadata, given.metadata as MetadataChange) };
      return replace(context, before, {
        ...before,
        ...set(given, kind.changed?.(context, given, before)),
        ...labels,
      });
    });
  const replace = (context: Context, before: T, after: Loose<T>): T => {
    const former = wire(context, before);
    const isChanged = Object.keys(changedAttributes(former, wire(context, after as T))).length > 0;
    const stamp = isChanged && kind.stamped ? { [kind.stamped]: context.time.now() } : {};
    const one = finder.among(context.store).put({ ...after, ...stamp });
    if (also?.where(one)) emitChange(context, `${also.event}.updated`, also.wire(before), also.wire(one));
    emitChange(context, `${event}.updated`, former, wire(context, one));
    return one;
  };
  const { changeReaders, echoed: shownOnly, readers, remove } = kind;
  const newParams: ObjectReader<P> = callParams<object, P>(`POST ${path}`, readers, shownOnly);
  const changeParams: ObjectReader<P> = callParams<object, P>(
    `POST ${path}/:id`,
    { ...readers, ...changeReaders },
    shownOnly,
  );
  const endpoints: Endpoint[] = [
    post(path, newParams, (context, given) => wire(context, create(context, given))),
    simple.list(kind.listing),
    retrieval(`${path}/:id`, (context, id) => wire(context, (kind.findShown ?? find)(context, id))),
    post(`${path}/:id`, changeParams, (context, given, { id = '' }) =>
      wire(context, change(context, find(context, id), given)),
    ),
  ];
  if (remove !== undefined) endpoints.push(simple.removal(type, remove));
  return { endpoints, create, replace };
}

/** The fields that parameters set; a cleared one is as if it was never set. */
export function fieldsOf(given: Given, plain: object, aside: readonly string[] = []): Given {
  const fields = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !aside.includes(name),
  );
  return Object.fromEntries(fields.map(([name, value]) => [name, value ?? (plain as Given)[name]]));
}
