import { createSession } from '../checkout/create-session.ts';
import { expireSession } from '../checkout/expire-session.ts';
import { requireSession } from '../checkout/require-session.ts';
import type { Context } from '../context.ts';
import { invalidRequest, missingParameter, notSupported, refused } from '../http/api-error.ts';
import { type Endpoint, endpoint, type PathParams, retrieval } from '../http/endpoint.ts';
import { pageOf } from '../http/page-of.ts';
import { list as listOf, object } from '../params/composite.ts';
import { inRange, listFields, timeRange } from '../params/list-params.ts';
import { changedMetadata, metadata } from '../params/metadata.ts';
import { integer, oneOf, optional, type ReadValue, text } from '../params/reader.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';
import { checkoutSessionWire } from '../wire/checkout-session-wire.ts';
import { lineItemWire } from '../wire/line-item-wire.ts';
import { UNSUPPORTED_SESSION_PARAMS } from './unsupported-session-params.ts';

const lineItem = object({ price: optional(text()), quantity: optional(integer(0, 999_999)) }, [
  'adjustable_quantity',
  'dynamic_tax_rates',
  'metadata',
  'price_data',
  'tax_rates',
]);

const subscriptionData = object({ description: optional(text(500)), metadata }, [
  'application_fee_percent',
  'billing_cycle_anchor',
  'billing_cycle_anchor_config',
  'billing_mode',
  'default_tax_rates',
  'invoice_settings',
  'on_behalf_of',
  'pending_invoice_item_interval',
  'proration_behavior',
  'transfer_data',
  'trial_end',
  'trial_period_days',
  'trial_settings',
]);

const createParams = object(
  {
    cancel_url: optional(text()),
    client_reference_id: optional(text(200)),
    customer: optional(text()),
    customer_email: optional(text(800)),
    expires_at: optional(integer()),
    line_items: optional(listOf(lineItem)),
    locale: optional(text(10)),
    metadata,
    mode: optional(oneOf('payment', 'setup', 'subscription')),
    subscription_data: optional(subscriptionData),
    success_url: optional(text()),
    ui_mode: optional(oneOf('hosted_page', 'embedded_page', 'elements', 'form')),
  },
  UNSUPPORTED_SESSION_PARAMS,
);

const listParams = object(
  {
    ...listFields,
    created: timeRange,
    customer: optional(text()),
    customer_details: optional(object({ email: text() })),
    payment_intent: optional(text()),
    status: optional(oneOf('complete', 'expired', 'open')),
    subscription: optional(text()),
  },
  ['customer_account', 'payment_link'],
);

const lineItemParams = object(listFields);

const PATH = '/v1/checkout/sessions';

export const checkoutSessionEndpoints: readonly Endpoint[] = [
  endpoint({ method: 'POST', path: PATH, params: createParams, handle: create }),
  endpoint({ method: 'GET', path: PATH, params: listParams, handle: list }),
  retrieval(`${PATH}/:id`, (context, id) => checkoutSessionWire(context, requireSession(context, id))),
  endpoint({ method: 'POST', path: `${PATH}/:id`, params: object({ metadata }), handle: update }),
  endpoint({ method: 'POST', path: `${PATH}/:id/expire`, params: object({}), handle: expire }),
  endpoint({ method: 'GET', path: `${PATH}/:id/line_items`, params: lineItemParams, handle: lineItems }),
];

function create(context: Context, params: ReadValue<typeof createParams>): object {
  checkMode(params);
  if (params.customer !== undefined && params.customer_email !== undefined) {
    throw refused('You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer_email',
    });
  }
  const session = createSession(context, {
    lineItems: lineItemsOf(params),
    successUrl: params.success_url ?? '',
    cancelUrl: params.cancel_url ?? null,
    customer: params.customer ?? null,
    customerEmail: checkedEmail(params.customer_email),
    clientReferenceId: params.client_reference_id ?? null,
    locale: params.locale ?? null,
    expiresAt: params.expires_at ?? null,
    metadata: changedMetadata({}, params.metadata),
    subscriptionMetadata: changedMetadata({}, params.subscription_data?.metadata),
    subscriptionDescription: params.subscription_data?.description ?? null,
  });
  return checkoutSessionWire(context, session);
}

function checkMode({ mode, ui_mode, success_url }: ReadValue<typeof createParams>): void {
  if (mode === undefined) throw missingParameter('mode');
  if (mode !== 'subscription') throw notSupported(`checkout sessions in ${mode} mode`);
  if (ui_mode !== undefined && ui_mode !== 'hosted_page') throw notSupported(`the ui_mode ${ui_mode}`);
  if (success_url === undefined) throw missingParameter('success_url');
}

function lineItemsOf({ line_items }: ReadValue<typeof createParams>) {
  if (line_items === undefined || line_items.length === 0) throw missingParameter('line_items');
  if (line_items.length > 20) {
    throw invalidRequest('Checkout sessions are limited to 20 line items.', { param: 'line_items' });
  }
  return line_items.map(({ price, quantity }, index) => {
    if (price === undefined) throw missingParameter(`line_items[${index}][price]`);
    if (quantity === undefined) throw missingParameter(`line_items[${index}][quantity]`);
    if (quantity > 0) return { price, quantity };
    const param = `line_items[${index}][quantity]`;
    throw refused('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param,
    });
  });
}

function checkedEmail(email: string | undefined): string | null {
  if (email === undefined || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return email ?? null;
  throw refused(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'customer_email' });
}

function update(
  context: Context,
  params: { metadata: ReadValue<typeof metadata> },
  path: PathParams,
): object {
  const session = requireSession(context, path.id ?? '');
  const updated = context.store.sessions.put({
    ...session,
    metadata: changedMetadata(session.metadata, params.metadata),
  });
  return checkoutSessionWire(context, updated);
}

function expire(context: Context, _params: object, { id = '' }: PathParams): object {
  const session = requireSession(context, id);
  if (session.status !== 'open') {
    throw refused(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  }
  return checkoutSessionWire(context, expireSession(context, session));
}

function lineItems(context: Context, params: ReadValue<typeof lineItemParams>, path: PathParams) {
  const session = requireSession(context, path.id ?? '');
  const source = { matches: session.lineItems, url: `${PATH}/${session.id}/line_items`, kind: 'line item' };
  return pageOf(source, params, (item) => lineItemWire(context, item));
}

function list(context: Context, params: ReadValue<typeof listParams>): object {
  const matches = context.store.sessions.newestFirst((session) => isWanted(context, session, params));
  return pageOf({ matches, url: PATH, kind: 'checkout.session' }, params, (session) =>
    checkoutSessionWire(context, session),
  );
}

function isWanted(context: Context, session: CheckoutSession, params: ReadValue<typeof listParams>): boolean {
  const { created, customer, status, subscription, payment_intent } = params;
  const email = params.customer_details?.email;
  return (
    (customer === undefined || session.customer === customer) &&
    (status === undefined || session.status === status) &&
    (subscription === undefined || session.subscription === subscription) &&
    // Sessions in subscription mode pay through their invoice and show no payment intent.
    payment_intent === undefined &&
    (email === undefined || checkoutSessionWire(context, session).customer_details?.email === email) &&
    inRange(session.created, created)
  );
}
