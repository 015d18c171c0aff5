import type { Context } from '../context.ts';
import { object } from '../params/composite.ts';
import type { Reader } from '../params/reader.ts';
import type { FormObject } from './form.ts';

export type PathParams = Readonly<Record<string, string>>;

interface Definition<P> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly params: Reader<P>;
  /** Synchronous, so that nothing comes between reading the state and changing it. */
  readonly handle: (context: Context, params: P, path: PathParams) => object;
}

/** One call of the API, with its parameters read and checked. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly run: (context: Context, form: FormObject, path: PathParams) => object;
}

export function endpoint<P>({ method, path, params, handle }: Definition<P>): Endpoint {
  return { method, path, run: (context, form, pathParams) => handle(context, params(form, ''), pathParams) };
}

/** The call that answers with one object; `path` ends in `:id`. */
export function retrieval(path: string, answer: (context: Context, id: string) => object): Endpoint {
  const handle = (context: Context, _params: object, { id = '' }: PathParams) => answer(context, id);
  return endpoint({ method: 'GET', path, params: object({}), handle });
}
