import { invalidRequest } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, get } from '../kinds/endpoint.ts';
import type { Find } from '../kinds/lookup.ts';
import { object } from '../kinds/params/composite.ts';
import { optional, text } from '../kinds/params/reader.ts';

/** A page or a phone may read and confirm only the intent whose secret it knows. */
export function rejectOtherSecret(
  kind: 'PaymentIntent' | 'SetupIntent',
  { client_secret }: { readonly client_secret: string },
  given: string | undefined,
): void {
  if (given === undefined || given === client_secret) return;
  throw invalidRequest(`The client_secret provided does not match the client_secret of the ${kind}.`, {
    param: 'client_secret',
  });
}

const params = object({ client_secret: optional(text()) });

/** The retrieval of an intent, which a page or a phone makes with its secret. */
export function secretRetrieval<T extends { readonly client_secret: string }>(
  path: string,
  kind: 'PaymentIntent' | 'SetupIntent',
  find: Find<T>,
  wire: (context: Context, intent: T) => object,
): Endpoint {
  return get(`${path}/:id`, params, (context, { client_secret: secret }, { id = '' }) => {
    const intent = find(context, id);
    rejectOtherSecret(kind, intent, secret);
    return wire(context, intent);
  });
}
