import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import type { Metadata, Price } from '../state/catalogue-entities.ts';
import { newId } from '../state/identifiers.ts';
import { planWire, priceWire } from '../wire/price-wire.ts';

interface NewPrice extends Pick<Price, 'currency' | 'product' | 'unitAmount'> {
  readonly id?: string;
  readonly active?: boolean | undefined;
  readonly lookupKey?: string | null | undefined;
  readonly nickname?: string | null | undefined;
  readonly recurring?: Price['recurring'] | undefined;
  readonly taxBehavior?: Price['taxBehavior'] | undefined;
  readonly tiers?: Price['tiers'] | undefined;
  readonly transformQuantity?: Price['transformQuantity'] | undefined;
  readonly metadata?: Metadata;
}

export function createPrice(context: Context, given: NewPrice): Price {
  const price = context.store.prices.put({
    id: given.id ?? newId('price'),
    created: context.time.now(),
    active: given.active ?? true,
    product: given.product,
    currency: given.currency,
    unitAmount: given.unitAmount,
    lookupKey: given.lookupKey ?? null,
    nickname: given.nickname ?? null,
    recurring: given.recurring ?? null,
    ...(given.tiers && { tiers: given.tiers }),
    ...(given.transformQuantity && { transformQuantity: given.transformQuantity }),
    ...(given.taxBehavior && { taxBehavior: given.taxBehavior }),
    metadata: given.metadata ?? {},
  });
  // A recurring price is still a plan too.
  if (price.recurring !== null) emit(context, 'plan.created', planWire(price));
  emit(context, 'price.created', priceWire(price));
  return price;
}
