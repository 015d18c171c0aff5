import { DESCRIPTION } from '../description/description.ts';
import { noSuch } from '../errors/api-error.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { type ObjectReader, object } from '../params/composite.ts';
import type { FormValue } from '../params/form.ts';
import { type ListParams, listFields } from '../params/list-params.ts';
import { optional, type Reader } from '../params/reader.ts';

/** Objects that the emulator never creates, so their lists are always empty. */
const PATHS = [
  '/v1/payment_links',
  '/v1/payouts',
  '/v1/quotes',
  '/v1/radar/early_fraud_warnings',
  '/v1/reviews',
];

const anything: Reader<FormValue | undefined> = optional((value) => value ?? '');

/** Accepts all of Stripe's filters; on an empty list they have no effect. */
function filtersOf(path: string): Record<string, Reader<unknown>> {
  const names = DESCRIPTION.operations[`GET ${path}`] ?? [];
  return Object.fromEntries(names.map((name) => [name, anything]));
}

function emptyListParams(path: string): ObjectReader<ListParams> {
  return object({ ...filtersOf(path), ...listFields });
}

export const emptyListEndpoints: readonly Endpoint[] = PATHS.map((path) =>
  endpoint({
    method: 'GET',
    path,
    params: emptyListParams(path),
    handle: (_context, { starting_after, ending_before }) => {
      if (starting_after !== undefined) throw noSuch('object', starting_after, 'starting_after');
      if (ending_before !== undefined) throw noSuch('object', ending_before, 'ending_before');
      return { object: 'list', data: [], has_more: false, url: path };
    },
  }),
);
