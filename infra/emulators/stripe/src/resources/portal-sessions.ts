import type { Context } from '../context.ts';
import { refused } from '../http/api-error.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { object } from '../params/composite.ts';
import { optional, type ReadValue, text } from '../params/reader.ts';
import { newId, randomText } from '../state/identifiers.ts';
import { portalSessionWire } from '../wire/portal-session-wire.ts';
import { requireCustomer } from './customers.ts';

const createParams = object({ customer: text(), return_url: optional(text()) }, [
  'configuration',
  'customer_account',
  'flow_data',
  'locale',
  'on_behalf_of',
]);

export const portalSessionEndpoints: readonly Endpoint[] = [
  endpoint({ method: 'POST', path: '/v1/billing_portal/sessions', params: createParams, handle: create }),
];

function create(context: Context, params: ReadValue<typeof createParams>): object {
  const customer = requireCustomer(context, params.customer, 'customer');
  const session = context.store.portalSessions.put({
    id: newId('bps'),
    created: context.time.now(),
    customer: customer.id,
    returnUrl: checkedUrl(params.return_url),
    secret: `test_${randomText(40)}`,
  });
  return portalSessionWire(context, session);
}

function checkedUrl(url: string | undefined): string | null {
  if (url === undefined) return null;
  const protocol = URL.parse(url)?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return url;
  throw refused('Not a valid URL', { code: 'url_invalid', param: 'return_url' });
}
