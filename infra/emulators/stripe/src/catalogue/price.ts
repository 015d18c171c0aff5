import type Stripe from 'stripe';
import { rejected, wrongCurrency } from '../description/api-error.ts';
import { type Context, requireFound } from '../kinds/context.ts';
import { required } from '../kinds/objects.ts';
import { type Held, type Kept, type Labelled, type Loose, plain, shown } from '../kinds/store/kind-type.ts';
import type { Store } from '../kinds/store/store.ts';

export type Recurrence = NonNullable<Kept<Stripe.Price>['recurring']>;

/** Of amounts, it has one: the whole or the one with a fraction; none is no amount. */
export interface Tier extends Partial<AmountOf<'flat_amount'>>, Partial<AmountOf<'unit_amount'>> {
  /** The last unit of the tier; null for the last tier. */
  readonly up_to: number | null;
}

type AmountOf<N extends 'flat_amount' | 'unit_amount'> = {
  readonly [K in N]: number | null;
} & { readonly [K in `${N}_decimal`]: string | null };

type Computed = 'billing_scheme' | 'currency_options' | 'tiers' | 'type' | 'unit_amount_decimal';

/** Its amount is in the currency's smallest unit. */
export interface Price extends Held, Labelled, Omit<Kept<Stripe.Price, Computed>, keyof Labelled> {
  /** Set instead of the amount if that has a fraction. */
  readonly unit_amount_decimal?: string;
  /** Shown on request only. */
  readonly tiers?: readonly Tier[];
  /** What it costs in other currencies than its own. */
  readonly currency_options?: Readonly<Record<string, CurrencyOption>>;
  readonly hidden?: {
    /** Set if it was deleted as a plan; subscriptions keep it. */
    readonly deleted?: true;
    /** Set if usage is recorded for the subscription's item, as before basil. */
    readonly aggregate_usage?: 'last_during_period' | 'last_ever' | 'max' | 'sum';
  };
}

export type CurrencyOption = Pick<Price, 'custom_unit_amount' | 'tax_behavior' | 'unit_amount'> &
  Partial<Pick<Price, 'tiers' | 'unit_amount_decimal'>>;

export const PLAIN_PRICE = plain<Price>()('price', {
  active: true,
  metadata: {},
  tax_behavior: 'unspecified',
});

export const PLAIN_RECURRENCE = {
  interval_count: 1,
  meter: null,
  trial_period_days: null,
  usage_type: 'licensed',
} as const;

const showPrice = shown<Stripe.Price>('price', { billing_scheme: 'per_unit', ...PLAIN_PRICE }, [
  'currency_options',
  'tiers',
]);

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

/** The amounts of a price by currency, its own included, which an answer contains only on request. */
export function currencyOptionsWire(price: Price): object {
  const options = { [price.currency]: price, ...price.currency_options };
  return Object.fromEntries(
    Object.entries(options).map(
      ([currency, { custom_unit_amount = null, tax_behavior, unit_amount, ...option }]) => {
        const unit_amount_decimal = decimalOf(unit_amount, option.unit_amount_decimal);
        return [currency, { custom_unit_amount, tax_behavior, unit_amount, unit_amount_decimal }];
      },
    ),
  );
}

/** A price as it is in a currency; undefined if it has no amount in it. */
export function priceIn(price: Price, currency: string): Price | undefined {
  if (price.currency === currency) return price;
  const option = price.currency_options?.[currency];
  if (option === undefined) return undefined;
  const { tiers: _tiers, unit_amount_decimal: _decimal, ...others } = price;
  // It is not held, but has all that a held one inherits.
  return { ...PLAIN_PRICE, ...others, ...option, currency } as Loose<Price> as Price;
}

/** The tiers of a price, which an answer contains only on request; null without any. */
export const tiersWire = ({ tiers }: Price): object[] | null => tiers?.map(tierWire) ?? null;

function tierWire({ flat_amount = null, unit_amount = null, up_to, ...decimals }: Tier) {
  const flat_amount_decimal = decimalOf(flat_amount, decimals.flat_amount_decimal);
  const unit_amount_decimal = decimalOf(unit_amount, decimals.unit_amount_decimal);
  return { flat_amount, flat_amount_decimal, unit_amount, unit_amount_decimal, up_to };
}

/** The price of a deleted plan counts as missing. */
export function requireKnownPrice({ store }: Context, id: string, param?: string): Price {
  const price = store.prices.get(id);
  return required(price?.hidden?.deleted ? undefined : price, 'price', id, param);
}

/** Archived prices cannot be used for anything new. */
export function requireActivePrice(context: Context, id: string, param: string): Price {
  const price = requireKnownPrice(context, id, param);
  if (price.active) return price;
  throw rejected('The price specified is inactive. This field only accepts active prices.', param);
}

/** Nothing new is sold of an archived product, although its prices stay active. */
export function rejectArchivedProduct(
  { store }: Context,
  { product }: Pick<Price, 'product'>,
  message: string,
  param: string,
): void {
  if (store.products.get(product)?.active === false) throw rejected(message, param);
}

/** All prices must be in the currency that the request names, if it names one. An unknown price has no currency. */
export function requireCurrency(
  prices: readonly (Price | undefined)[],
  currency: string | null | undefined,
  list: string,
): void {
  if (currency == null) return;
  for (const [index, price] of prices.entries())
    if (price && priceIn(price, currency) === undefined)
      throw wrongCurrency(price.currency, currency, `${list}[${index}][price]`);
}

/** As it is in a currency, if that is another one than its own. */
export function requirePrice(store: Store, id: string, currency?: string | null): Price {
  const price = requireFound(store.prices.get(id), `price ${id}`);
  return (currency == null ? undefined : priceIn(price, currency)) ?? price;
}

/** The recurrence of a price already known to be recurring. */
export function requireRecurrence({ id, recurring }: Price): Recurrence {
  return requireFound(recurring ?? undefined, `the recurrence of ${id}`);
}
