import { invalidRequest } from '../errors/api-error.ts';

/** A page or a phone may read and confirm only the intent whose secret it knows. */
export function rejectOtherSecret(
  kind: 'PaymentIntent' | 'SetupIntent',
  { clientSecret }: { readonly clientSecret: string },
  given: string | undefined,
): void {
  if (given === undefined || given === clientSecret) return;
  throw invalidRequest(`The client_secret provided does not match the client_secret of the ${kind}.`, {
    param: 'client_secret',
  });
}
