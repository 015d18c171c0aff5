import type Stripe from 'stripe';
import { shown } from '../kinds/store/kind-type.ts';
import { PLAIN_PRICE, PLAIN_RECURRENCE, type Price, type Tier } from './catalogue-entities.ts';

const showPrice = shown<Stripe.Price>('price', { billing_scheme: 'per_unit', ...PLAIN_PRICE }, ['tiers']);

export function priceWire(price: Price): Stripe.Price {
  return showPrice(price, {
    ...scheme(price.tiers),
    type: price.recurring === null ? 'one_time' : 'recurring',
    unit_amount_decimal: decimalOf(price.unit_amount, price.unit_amount_decimal),
  });
}

const showPlan = shown<Stripe.Plan>('plan', {});

/** The older form of a recurring price, which subscription items still include. */
export function planWire(price: Price): Stripe.Plan {
  const { id, active, created, currency, metadata, nickname, product, recurring, tiers, tiers_mode } = price;
  return showPlan(
    { id, active, created, currency, metadata, nickname, product, tiers_mode },
    {
      ...(recurring ?? { interval: 'month', ...PLAIN_RECURRENCE }),
      ...scheme(tiers),
      amount: price.unit_amount,
      amount_decimal: decimalOf(price.unit_amount, price.unit_amount_decimal),
      transform_usage: price.transform_quantity,
    },
  );
}

const scheme = (tiers: Price['tiers']) => ({ billing_scheme: tiers === undefined ? 'per_unit' : 'tiered' });

const decimalOf = (whole: number | null = null, decimal?: string | null) =>
  decimal ?? (whole === null ? null : String(whole));

/** The amounts of a price by currency, which an answer contains only on request; its own is the only one here. */
export function currencyOptionsWire(price: Price): object {
  const { custom_unit_amount, tax_behavior, unit_amount, unit_amount_decimal } = priceWire(price);
  return { [price.currency]: { custom_unit_amount, tax_behavior, unit_amount, unit_amount_decimal } };
}

/** The tiers of a price, which an answer contains only on request; null without any. */
export const tiersWire = ({ tiers }: Price): object[] | null => tiers?.map(tierWire) ?? null;

function tierWire({ flat_amount = null, unit_amount = null, up_to, ...decimals }: Tier) {
  const flat_amount_decimal = decimalOf(flat_amount, decimals.flat_amount_decimal);
  const unit_amount_decimal = decimalOf(unit_amount, decimals.unit_amount_decimal);
  return { flat_amount, flat_amount_decimal, unit_amount, unit_amount_decimal, up_to };
}
