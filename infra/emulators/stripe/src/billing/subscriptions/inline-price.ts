import type Stripe from 'stripe';
import { rejectArchivedProduct } from '../../catalogue/price.ts';
import { decimalAmount, type GivenRecurrence, unitAmountParam } from '../../catalogue/price-params.ts';
import { createPrice } from '../../catalogue/products-and-prices.ts';
import { exclusiveParameters, nestParam, renamingParams } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { describedParams } from '../../kinds/params/as-described.ts';
import { object } from '../../kinds/params/composite.ts';
import { integer, optional, type ReadValue } from '../../kinds/params/reader.ts';
import type { ItemChange } from '../changes/change-items.ts';

const described = describedParams<Stripe.SubscriptionUpdateParams.Item.PriceData>(
  'POST /v1/subscriptions/:id items[0][price_data]',
  { 'recurring[interval_count]': integer(1, 1095) },
);

const onceFields = {
  ...described('currency', 'product', 'tax_behavior'),
  unit_amount: optional(unitAmountParam),
  unit_amount_decimal: optional(decimalAmount),
} as const;

export const oncePriceData = optional(object(onceFields));

const { recurring } = described('recurring');

export const recurringPriceData = optional(object({ ...onceFields, recurring }));
export const anyPriceData = optional(object({ ...onceFields, recurring: optional(recurring) }));

/** Creates the price that a request describes, which can be used only there. */
export function inlinePrice(
  context: Context,
  data: NonNullable<ReadValue<typeof oncePriceData>>,
  place: string,
  recurrence?: GivenRecurrence,
): string {
  return renamingParams(nestParam(place), () =>
    createPrice(context, {
      active: false,
      ...data,
      recurring: recurrence,
    }),
  ).id;
}

type GivenItem = Omit<ItemChange, 'accepted'> & {
  readonly price_data?: ReadValue<typeof recurringPriceData>;
};

/** The changed items, with a price for each `price_data`. */
export function withInlinePrices(
  context: Context,
  items: readonly GivenItem[],
  place: string,
): readonly ItemChange[] {
  return items.map(({ price_data: data, ...item }, index) =>
    data === undefined ? item : withInlinePrice(context, item, data, `${place}[${index}]`),
  );
}

export function withInlinePrice(
  context: Context,
  item: ItemChange,
  data: NonNullable<GivenItem['price_data']>,
  place: string,
): ItemChange {
  const param = place === '' ? 'price_data' : `${place}[price_data]`;
  if (item.price !== undefined) throw exclusiveParameters('price, price_data', param);
  const inactive = `The product ${data.product} is marked as inactive, and thus no new subscriptions can be create to any plans of this product.`;
  rejectArchivedProduct(context, data, inactive, `${param}[product]`);
  const price = inlinePrice(context, data, param, data.recurring);
  return { ...item, price, accepted: true };
}
