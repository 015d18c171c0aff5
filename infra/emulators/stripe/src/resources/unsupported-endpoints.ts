import { notSupported } from '../http/api-error.ts';
import type { Endpoint } from '../http/endpoint.ts';

/** Calls that would otherwise be taken for the retrieval of an object named `search` and the like. */
const PATHS = [
  '/v1/charges/search',
  '/v1/customers/search',
  '/v1/invoices/search',
  '/v1/payment_intents/search',
  '/v1/prices/search',
  '/v1/products/search',
  '/v1/subscriptions/search',
];

export const unsupportedEndpoints: readonly Endpoint[] = PATHS.map((path) => ({
  method: 'GET',
  path,
  run: () => {
    throw notSupported(`GET ${path}`);
  },
}));
