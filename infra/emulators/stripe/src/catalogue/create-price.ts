import type { Context } from '../context.ts';
import { rejected } from '../errors/api-error.ts';
import { emit } from '../events.ts';
import type { Metadata, Price, Recurrence } from '../state/catalogue-entities.ts';
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

/** Three years at most. */
const LONGEST = { day: 1095, week: 156, month: 36, year: 3 };

function rejectLongInterval({ interval, intervalCount }: Recurrence): void {
  if (intervalCount <= LONGEST[interval]) return;
  throw rejected('The interval of a price can be three years at most.', {
    param: 'recurring[interval_count]',
  });
}

export function createPrice(context: Context, given: NewPrice): Price {
  if (given.recurring) rejectLongInterval(given.recurring);
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
