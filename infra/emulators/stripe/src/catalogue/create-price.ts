import type { Context } from '../context.ts';
import { defined } from '../defined.ts';
import { rejected } from '../errors/api-error.ts';
import { emit } from '../events.ts';
import { PLAIN_PRICE, type Price, type Recurrence } from '../state/catalogue-entities.ts';
import { newId } from '../state/identifiers.ts';
import { planWire, priceWire } from '../wire/price-wire.ts';

type NewPrice = Pick<Price, 'currency' | 'product' | 'unitAmount'> & {
  readonly [K in keyof Price]?: Price[K] | undefined;
};

/** An interval is three years long at most. */
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
    ...PLAIN_PRICE,
    id: newId('price'),
    created: context.time.now(),
    ...defined(given),
  });
  // A recurring price is still a plan too.
  if (price.recurring !== null) emit(context, 'plan.created', planWire(price));
  emit(context, 'price.created', priceWire(price));
  return price;
}
