import { noSuch } from '../description/api-error.ts';
import type { Context } from './context.ts';
import { deletion, type Endpoint, get, nothing, type PathParams, post } from './endpoint.ts';
import type { Find, Finder } from './objects.ts';
import type { ObjectReader } from './params/composite.ts';
import type { Identified } from './store/kind-type.ts';

/** Finds one of what belongs to an object, or throws Stripe's error for an unknown id. */
type FindOwned<T> = (context: Context, owner: string, id: string) => T;

type Wire<T> = (context: Context, one: T) => object;

/** The calls on one of what belongs to an object; the path names the object and then the one. */
export function subresource<T>(path: string, find: FindOwned<T>, wire: Wire<T>) {
  const named = (context: Context, names: PathParams): T => {
    const [owner = '', id = ''] = Object.values(names);
    return find(context, owner, id);
  };
  return {
    retrieve: get(path, nothing, (context, _, names) => wire(context, named(context, names))),
    update: <P>(params: ObjectReader<P>, change: (context: Context, one: T, given: P) => object): Endpoint =>
      post(path, params, (context, given, names) => change(context, named(context, names), given)),
    removal: (object: string, remove: (context: Context, one: T) => void): Endpoint =>
      deletion(path, nothing, (context, _, names) => {
        remove(context, named(context, names));
        return { id: Object.values(names)[1], object, deleted: true };
      }),
  };
}

/** Finds what has the id of its owner in a field; the owner is looked up first if `requireOwner` is given. */
export function owned<T extends Identified>(
  { among, kind }: Finder<T>,
  field: keyof T,
  requireOwner?: Find<unknown>,
): FindOwned<T> {
  return (context, owner, id) => {
    requireOwner?.(context, owner);
    const one = among(context.store).get(id);
    if (one?.[field] !== owner) throw noSuch(kind, id);
    return one;
  };
}
