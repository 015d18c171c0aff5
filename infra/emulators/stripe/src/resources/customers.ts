import { refuseFullClock } from '../billing/test-clock-limits.ts';
import type { Context } from '../context.ts';
import { addTaxId } from '../customers/add-tax-id.ts';
import { createCustomer } from '../customers/create-customer.ts';
import { deleteCustomer } from '../customers/delete-customer.ts';
import { noSuch, refused } from '../errors/api-error.ts';
import { changedAttributes, emit } from '../events.ts';
import { type Endpoint, endpoint, retrieval } from '../http/endpoint.ts';
import { pageOf } from '../http/page-of.ts';
import { requireCustomer } from '../lookup/lookup.ts';
import { addressOf, addressParam } from '../params/address.ts';
import { list as listOf, object } from '../params/composite.ts';
import { inRange, listFields, timeRange } from '../params/list-params.ts';
import { changedMetadata, metadata } from '../params/metadata.ts';
import { clearable, optional, type ReadValue, text } from '../params/reader.ts';
import type { Customer } from '../state/customer-entities.ts';
import { customerWire } from '../wire/customer-wire.ts';
import { taxIdParam } from './tax-ids.ts';

const shared = {
  address: clearable(addressParam),
  description: clearable(text(5000)),
  email: clearable(text(512)),
  invoice_settings: optional(
    object({ default_payment_method: clearable(text()) }, ['custom_fields', 'footer', 'rendering_options']),
  ),
  metadata,
  name: clearable(text(256)),
  phone: clearable(text(20)),
};

const UNSUPPORTED = [
  'balance',
  'business_name',
  'cash_balance',
  'individual_name',
  'invoice_prefix',
  'next_invoice_sequence',
  'payment_method',
  'preferred_locales',
  'shipping',
  'source',
  'default_source',
  'tax',
  'tax_exempt',
];

const createParams = object(
  { ...shared, tax_id_data: optional(listOf(taxIdParam)), test_clock: optional(text()) },
  UNSUPPORTED,
);
const updateParams = object(shared, [...UNSUPPORTED, 'tax_id_data']);
const listParams = object({
  ...listFields,
  created: timeRange,
  email: optional(text(512)),
  test_clock: optional(text()),
});

type Shared = ReadValue<typeof updateParams>;

export const customerEndpoints: readonly Endpoint[] = [
  endpoint({ method: 'POST', path: '/v1/customers', params: createParams, handle: create }),
  endpoint({ method: 'GET', path: '/v1/customers', params: listParams, handle: list }),
  retrieval('/v1/customers/:id', (context, id) => customerWire(requireCustomer(context, id, 'id', true))),
  endpoint({ method: 'POST', path: '/v1/customers/:id', params: updateParams, handle: update }),
  endpoint({
    method: 'DELETE',
    path: '/v1/customers/:id',
    params: object({}),
    handle: (context, _params, { id = '' }) => deleteCustomer(context, requireCustomer(context, id)),
  }),
];

function create(context: Context, params: ReadValue<typeof createParams>): object {
  const testClock = params.test_clock ?? null;
  if (testClock !== null && context.store.testClocks.get(testClock) === undefined) {
    throw noSuch('test clock', testClock, 'test_clock');
  }
  if (testClock !== null) refuseFullClock(context, testClock);
  if (params.invoice_settings?.default_payment_method) {
    throw refused('The customer does not have a payment method yet.', {
      param: 'invoice_settings[default_payment_method]',
    });
  }
  const changes = changesOf(params);
  const customer = createCustomer(context, {
    ...changes,
    testClock,
    metadata: changedMetadata({}, params.metadata),
  });
  for (const taxId of params.tax_id_data ?? []) {
    addTaxId(context, requireCustomer(context, customer.id), taxId);
  }
  return customerWire(customer);
}

function update(context: Context, params: Shared, { id = '' }: Readonly<Record<string, string>>): object {
  const before = requireCustomer(context, id);
  const after = context.store.customers.put({
    ...before,
    ...changesOf(params),
    defaultPaymentMethod: defaultPaymentMethod(context, before, params),
    metadata: changedMetadata(before.metadata, params.metadata),
  });
  const wire = customerWire(after);
  emit(context, 'customer.updated', wire, changedAttributes(customerWire(before), wire));
  return wire;
}

function defaultPaymentMethod({ store }: Context, customer: Customer, params: Shared): string | null {
  const wanted = params.invoice_settings?.default_payment_method;
  if (wanted === undefined || wanted === null) return wanted === null ? null : customer.defaultPaymentMethod;
  const method = store.paymentMethods.get(wanted);
  const param = 'invoice_settings[default_payment_method]';
  if (method === undefined) throw noSuch('PaymentMethod', wanted, param);
  if (method.customer === customer.id) return method.id;
  throw refused(
    'The customer does not have a payment method with the given ID. The payment method must be attached to the customer.',
    { param },
  );
}

/** Only what the request names; a cleared field becomes null. */
function changesOf(params: Shared): Partial<Customer> {
  const { description, email, name, phone } = params;
  return {
    ...(description === undefined ? {} : { description }),
    ...(email === undefined ? {} : { email: checkedEmail(email) }),
    ...(name === undefined ? {} : { name }),
    ...(phone === undefined ? {} : { phone }),
    ...(params.address === undefined ? {} : { address: params.address && addressOf(params.address) }),
  };
}

function checkedEmail(email: string | null): string | null {
  if (email === null || /^[^\s@]+@[^\s@]+$/.test(email)) return email;
  throw refused(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' });
}

function list(context: Context, params: ReadValue<typeof listParams>): object {
  const matches = context.store.customers.newestFirst((customer) => {
    const { email, test_clock, created } = params;
    return (
      !customer.deleted &&
      (email === undefined || customer.email === email) &&
      // Those on a test clock are listed only with their clock.
      customer.testClock === (test_clock ?? null) &&
      inRange(customer.created, created)
    );
  });
  return pageOf(context, { matches, url: '/v1/customers', kind: 'customer' }, params, customerWire);
}
