import type Stripe from 'stripe';
import { missingParameter } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, post } from '../kinds/endpoint.ts';
import { finder, newId } from '../kinds/objects.ts';
import { callParams } from '../kinds/params/as-described.ts';
import { changedMetadata } from '../kinds/params/composite.ts';
import { integer, type ReadValue } from '../kinds/params/reader.ts';
import { resource } from '../kinds/resource.ts';
import { type Labelled, shown } from '../kinds/store/kind-type.ts';
import { readTaxCode, unitAmountParam } from './price-params.ts';

interface Duration {
  readonly unit: 'business_day' | 'day' | 'hour' | 'month' | 'week';
  readonly value: number;
}

/** Null for an open bound. */
export type DeliveryEstimate = Readonly<Record<'maximum' | 'minimum', Duration | null>>;

/** A shipping option with a flat price per purchase. */
export interface ShippingRate extends Labelled {
  readonly active: boolean;
  readonly display_name: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  readonly delivery_estimate: DeliveryEstimate | null;
  readonly tax_behavior: 'exclusive' | 'inclusive' | 'unspecified';
  readonly tax_code: string | null;
}

export interface ChosenShipping {
  readonly rate: string;
  /** Automatic tax rates for the destination, if known. */
  readonly automaticRates?: readonly string[];
}

const show = shown<Stripe.ShippingRate>('shipping_rate', {}, ['amount', 'currency']);

export function shippingRateWire(rate: ShippingRate): Stripe.ShippingRate {
  const { amount, currency } = rate;
  return show(rate, { fixed_amount: { amount, currency }, type: 'fixed_amount' });
}

export const requireShippingRate = finder('shipping rate', 'shippingRates');

const PATH = '/v1/shipping_rates';

const bound = integer(1, 999_999);

export const shippingRateParams = callParams<Stripe.ShippingRateCreateParams>(`POST ${PATH}`, {
  'delivery_estimate[maximum][value]': bound,
  'delivery_estimate[minimum][value]': bound,
  fixed_amount: ['amount', 'currency'],
  'fixed_amount[amount]': unitAmountParam,
  tax_code: readTaxCode,
});
const updateParams = callParams<Stripe.ShippingRateUpdateParams>(`POST ${PATH}/:id`, { fixed_amount: null });

const rates = resource(PATH, requireShippingRate, (_, entity) => shippingRateWire(entity));

export const shippingRateEndpoints: readonly Endpoint[] = [
  post(PATH, shippingRateParams, (context, params) => shippingRateWire(createShippingRate(context, params))),
  rates.list({
    fields: ['active', 'currency'],
  }),
  rates.retrieve,
  // A rate's price cannot change.
  rates.update(updateParams, ({ active, tax_behavior }) => ({ active, tax_behavior })),
];

export function createShippingRate(
  { store, time }: Context,
  params: ReadValue<typeof shippingRateParams>,
  param = 'fixed_amount',
): ShippingRate {
  const { delivery_estimate: estimate, fixed_amount: fixed } = params;
  if (fixed === undefined) throw missingParameter(param);
  return store.shippingRates.put({
    id: newId('shr'),
    created: time.now(),
    active: true,
    display_name: params.display_name,
    amount: fixed.amount,
    currency: fixed.currency,
    delivery_estimate:
      estimate === undefined
        ? null
        : { maximum: estimate.maximum ?? null, minimum: estimate.minimum ?? null },
    tax_behavior: params.tax_behavior ?? 'unspecified',
    tax_code: params.tax_code ?? null,
    metadata: changedMetadata({}, params.metadata),
  });
}
