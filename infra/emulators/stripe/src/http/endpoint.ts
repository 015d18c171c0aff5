import type { Context } from '../context.ts';
import { type ObjectReader, object } from '../params/composite.ts';
import type { FormObject } from '../params/form.ts';

export type PathParams = Readonly<Record<string, string>>;

interface Definition<P> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly params: ObjectReader<P>;
  /** Synchronous, so that nothing comes between reading the state and changing it. */
  readonly handle: (context: Context, params: P, path: PathParams) => object;
}

/** One call of the API, with its parameters read and checked. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly run: (context: Context, form: FormObject, path: PathParams) => object;
  /** The names of the parameters that it takes. */
  readonly parameters: readonly string[];
  /** Those that are shown back and change nothing. */
  readonly shownOnly: readonly string[];
}

export function endpoint<P>({ method, path, params, handle }: Definition<P>): Endpoint {
  const run: Endpoint['run'] = (context, form, pathParams) => handle(context, params(form, ''), pathParams);
  return { method, path, run, parameters: params.fields, shownOnly: params.shownOnly };
}

/** The call that answers with one object; `path` ends in `:id`. */
export function retrieval(path: string, answer: (context: Context, id: string) => object): Endpoint {
  const handle = (context: Context, _params: object, { id = '' }: PathParams) => answer(context, id);
  return endpoint({ method: 'GET', path, params: object({}), handle });
}
