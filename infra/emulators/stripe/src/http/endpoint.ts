import type { Context } from '../context.ts';
import { type ObjectReader, object } from '../params/composite.ts';
import type { FormObject } from '../params/form.ts';

export type PathParams = Readonly<Record<string, string>>;

interface Definition<P> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly params: ObjectReader<P>;
  /** Synchronous, so nothing can interleave between reading and changing the state. */
  readonly handle: (context: Context, params: P, path: PathParams) => object;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** The path whose parameters it takes, if not its own. */
  readonly readAs?: string;
  readonly run: (context: Context, form: FormObject, path: PathParams) => object;
  readonly parameters: readonly string[];
  /** Returned, but without any other effect. */
  readonly shownOnly: readonly string[];
}

export function endpoint<P>({ method, path, params, handle }: Definition<P>): Endpoint {
  const run: Endpoint['run'] = (context, form, pathParams) => handle(context, params(form, ''), pathParams);
  return { method, path, run, parameters: params.fields, shownOnly: params.shownOnly };
}

export function retrieval(path: string, answer: (context: Context, id: string) => object): Endpoint {
  const handle = (context: Context, _params: object, { id = '' }: PathParams) => answer(context, id);
  return endpoint({ method: 'GET', path, params: object({}), handle });
}
