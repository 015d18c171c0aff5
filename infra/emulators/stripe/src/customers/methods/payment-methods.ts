import type Stripe from 'stripe';
import { ApiError, invalidRequest, missingParameter, noSuch, rejected } from '../../description/api-error.ts';
import { type Context, tell } from '../../kinds/context.ts';
import { type Endpoint, get, nothing, post, retrieval } from '../../kinds/endpoint.ts';
import { emit } from '../../kinds/objects.ts';
import { describedParams } from '../../kinds/params/as-described.ts';
import { object } from '../../kinds/params/composite.ts';
import type { ReadValue } from '../../kinds/params/reader.ts';
import { listFields, readPage } from '../../kinds/read-page.ts';
import { changeCustomer, payingBy, requireCustomer } from '../customer.ts';
import { type PaymentMethod, paymentMethodWire, requirePaymentMethod } from './payment-method.ts';
import { isKnown, methodFor, rejectAttached, savableMethod } from './ready-made-method.ts';
import { attachPaymentMethod } from './save-card.ts';

const PATH = '/v1/payment_methods';

const described = describedParams<Stripe.PaymentMethodListParams>(`GET ${PATH}`);

/** Only cards and bank accounts exist; lists of other types are empty. */
const filters = { ...listFields, ...described('allow_redisplay', 'type') };
const listParams = object({ ...filters, ...described('customer') });
const ofCustomerParams = object(filters);
const attachParams = object(described('customer'));

export const paymentMethodEndpoints: readonly Endpoint[] = [
  retrieval(`${PATH}/:id`, (context, id) => paymentMethodWire(methodFor(context, id))),
  get(PATH, listParams, (context, params) => list(context, params.customer, PATH, params)),
  get('/v1/customers/:id/payment_methods', ofCustomerParams, (context, params, { id = '' }) => {
    const customer = requireCustomer(context, id);
    return list(context, customer.id, `/v1/customers/${id}/payment_methods`, params);
  }),
  get('/v1/customers/:id/payment_methods/:method', nothing, (context, _params, { id = '', method = '' }) => {
    const customer = requireCustomer(context, id);
    const found = requirePaymentMethod(context, method);
    if (found.customer !== customer.id) {
      throw new ApiError(404, 'invalid_request_error', 'Invalid request', { param: 'customer' });
    }
    return paymentMethodWire(found);
  }),
  post(`${PATH}/:id/attach`, attachParams, (context, params, { id = '' }) => {
    if (params.customer === undefined) throw noCustomer(context);
    const customer = requireCustomer(context, params.customer, 'customer');
    if (!isKnown(context, id)) throw noSuch('PaymentMethod', id, 'payment_method', 404);
    const method = savableMethod(context, id);
    if (method.customer === customer.id) return paymentMethodWire(method);
    rejectAttached(method);
    return paymentMethodWire(attachPaymentMethod(context, method, customer.id));
  }),
  post(`${PATH}/:id/detach`, nothing, (context, _params, { id = '' }) => {
    const method = requirePaymentMethod(context, id);
    if (method.customer === null) {
      throw rejected(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      );
    }
    return paymentMethodWire(detachMethod(context, method));
  }),
];

function list(
  context: Context,
  customer: string | undefined,
  url: string,
  params: ReadValue<typeof ofCustomerParams>,
): object {
  const { allow_redisplay: requested, type: given } = params;
  // Without a customer Stripe lists only special payment methods, which the emulator does not have.
  const matches = context.store.paymentMethods.where(
    'customer',
    customer ?? '',
    (method) =>
      (given === undefined || paymentMethodWire(method).type === given) &&
      (requested === undefined || paymentMethodWire(method).allow_redisplay === requested),
  );
  return readPage(context, { matches, url, kind: 'PaymentMethod' }, params, paymentMethodWire);
}

/** Since 2025-09-30.clover a payment method may also belong to an account. */
function noCustomer({ cause }: Context): ApiError {
  if (cause.version < '2025-09-30') return missingParameter('customer');
  return invalidRequest('Must provide customer or customer_account.', { code: 'parameter_missing' });
}

/** Detaches a payment method, which then is nobody's default. */
function detachMethod(context: Context, method: PaymentMethod): PaymentMethod {
  const { store } = context;
  const detached = store.paymentMethods.put({ ...method, customer: null, usedUp: true });
  const previous = { customer: method.customer };
  emit(context, 'payment_method.detached', paymentMethodWire(detached), previous);
  tell(context, 'methodReleased', method);
  const customer = store.customers.get(method.customer ?? '');
  const isDefault = customer?.invoice_settings.default_payment_method === method.id;
  const isSource = customer?.default_source === method.id;
  if (customer !== undefined && (isDefault || isSource)) {
    const after = isDefault ? payingBy(customer, null) : customer;
    changeCustomer(context, customer, { ...after, ...(isSource && { default_source: null }) });
  }
  tell(context, 'methodDetached', method);
  return detached;
}
