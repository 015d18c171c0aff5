import type { Context } from './context.ts';
import { type Endpoint, get } from './endpoint.ts';
import { object } from './params/composite.ts';
import { listFields } from './params/list-params.ts';
import { readPage } from './read-page.ts';
import type { Selection } from './store/selection.ts';

const params = object(listFields);

interface Parts<T> {
  /** Newest first. */
  readonly matches: Selection<T> | readonly T[];
  readonly wire: (part: T) => object;
}

/** The list of what belongs to the object that the path names; `kind` is what errors call its items. */
export function partList<T extends { readonly id: string }>(
  path: string,
  kind: string,
  find: (context: Context, id: string) => Parts<T>,
): Endpoint {
  return get(path, params, (context, given, named) => {
    const [id = ''] = Object.values(named);
    const { matches, wire } = find(context, id);
    return readPage(context, { matches, url: path.replace(/:\w+/, id), kind }, given, wire);
  });
}
