import type Stripe from 'stripe';
import { givenCustomer, requireCustomer } from '../customers/customer.ts';
import { sourceToken } from '../customers/methods/manage-payment-methods.ts';
import { noSuch, rejected } from '../description/api-error.ts';
import { defined } from '../description/json.ts';
import { requireChargeable } from '../kinds/chargeable.ts';
import { type Endpoint, post } from '../kinds/endpoint.ts';
import { paymentShippingParam, readShipping } from '../kinds/params/address.ts';
import { describedParams } from '../kinds/params/as-described.ts';
import { changedMetadata, metadata, object } from '../kinds/params/composite.ts';
import { clearable, integer, optional, skippable, text } from '../kinds/params/reader.ts';
import { currency, email, readStatementDescriptor } from '../kinds/params/texts.ts';
import { resource } from '../kinds/resource.ts';
import { captureCharge } from './capture-payment.ts';
import { chargeWire, requireCharge } from './charge.ts';
import { chargedSource, chargeSource } from './charge-source.ts';
import { contestCharge } from './disputes/dispute-charge.ts';
import { readSplit, splitParams } from './splits/payment-splits.ts';

const PATH = '/v1/charges';

const shown = {
  description: clearable(text(40_000)),
  metadata,
  receipt_email: clearable(email()),
  shipping: paymentShippingParam,
} as const;
const descriptors = {
  statement_descriptor: skippable(readStatementDescriptor),
  statement_descriptor_suffix: skippable(readStatementDescriptor),
} as const;

const createParams = object({
  ...shown,
  ...descriptors,
  ...describedParams<Stripe.ChargeCreateParams>(`POST ${PATH}`)('capture', 'customer'),
  amount: integer(1),
  currency,
  source: optional(sourceToken),
  ...splitParams,
});
const updateParams = object({
  ...shown,
  ...describedParams<Stripe.ChargeUpdateParams>(`POST ${PATH}/:id`)('customer', 'fraud_details'),
});
const captureParams = object({
  ...descriptors,
  amount: optional(integer(1, 99_999_999)),
  receipt_email: optional(email()),
});

const charges = resource(PATH, requireCharge, chargeWire, { event: 'charge' });

export const chargeEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, (context, params) => {
    const customer = givenCustomer(context, params.customer);
    const { amount, currency, description = null, receipt_email } = params;
    const { statement_descriptor, statement_descriptor_suffix } = params;
    requireChargeable(amount, currency);
    const charge = chargeSource(context, chargedSource(context, params.source, customer), {
      ...{ amount, currency, description },
      ...defined({ receipt_email, statement_descriptor, statement_descriptor_suffix }),
      captures: params.capture ?? true,
      customer: customer?.id ?? null,
      metadata: changedMetadata({}, params.metadata),
      now: context.time.now(customer?.test_clock ?? null),
      ...readSplit(context, params, amount),
      shipping: readShipping(params.shipping, undefined),
    });
    return chargeWire(context, charge);
  }),
  charges.list({
    fields: ['customer', 'payment_intent', 'transfer_group'],
  }),
  charges.retrieve,
  charges.update(updateParams, (params, before, context) => {
    const { customer, description, fraud_details: fraud, receipt_email } = params;
    if (customer !== undefined && before.customer !== null) {
      throw rejected('You cannot change the customer of a charge that already has one.', 'customer');
    }
    return {
      customer: customer === undefined ? undefined : requireCustomer(context, customer, 'customer').id,
      description,
      fraud_details: fraud ? { ...(fraud.user_report && { user_report: fraud.user_report }) } : undefined,
      receipt_email,
      shipping: readShipping(params.shipping, before.shipping),
    };
  }),
  post(`${PATH}/:id/capture`, captureParams, (context, { amount, ...given }, { id = '' }) => {
    const before = context.store.charges.get(id);
    if (before === undefined) throw noSuch('charge', id, 'charge', 404);
    if (before.payment_intent !== null && before.amount_captured === null) {
      throw rejected(
        `This uncaptured Charge was created by a PaymentIntent (${before.payment_intent}). You must capture the PaymentIntent instead of capturing the Charge directly. For more information, see https://stripe.com/docs/payments/place-a-hold-on-a-payment-method`,
      );
    }
    contestCharge(context, captureCharge(context, { ...before, ...defined(given) }, amount));
    return chargeWire(context, requireCharge(context, id));
  }),
];
