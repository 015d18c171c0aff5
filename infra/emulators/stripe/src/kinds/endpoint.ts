import type { Context } from './context.ts';
import { type ObjectReader, object } from './params/composite.ts';
import type { FormObject } from './params/form.ts';

export type PathParams = Readonly<Record<string, string>>;

type Method = 'GET' | 'POST' | 'DELETE';

export interface Endpoint {
  readonly method: Method;
  readonly path: string;
  /** The path whose parameters it takes, if not its own. */
  readonly readAs?: string;
  /** `check` looks at what could be read, before anything happens. */
  readonly run: (context: Context, form: FormObject, path: PathParams, check?: () => void) => object;
  readonly parameters: readonly string[];
  /** Returned, but without any other effect. */
  readonly shownOnly: readonly string[];
}

/** Synchronous, so nothing can interleave between reading and changing the state. */
type Handle<P> = (context: Context, params: P, path: PathParams) => object;

type Define = <P>(path: string, params: ObjectReader<P>, handle: Handle<P>) => Endpoint;

function endpointsFor(method: Method): Define {
  return (path, params, handle) => ({
    method,
    path,
    run: (context, form, pathParams, check) => {
      const given = params(form, '');
      check?.();
      return handle(context, given, pathParams);
    },
    parameters: params.fields,
    shownOnly: params.shownOnly,
  });
}

export const get = endpointsFor('GET');
export const post = endpointsFor('POST');
export const deletion = endpointsFor('DELETE');

/** For calls without parameters. */
export const nothing = object({});

export function retrieval(path: string, answer: (context: Context, id: string) => object): Endpoint {
  return get(path, nothing, (context, _params, { id = '' }) => answer(context, id));
}
