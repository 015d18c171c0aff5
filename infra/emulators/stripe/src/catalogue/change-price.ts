import type { Context } from '../context.ts';
import { changedAttributes, emit } from '../events.ts';
import type { Price } from '../state/catalogue-entities.ts';
import { planWire, priceWire } from '../wire/price-wire.ts';

/** Stores a changed price. A recurring one is still a plan too. */
export function changePrice(context: Context, before: Price, after: Price): Price {
  const kept = context.store.prices.put(after);
  if (kept.recurring !== null) {
    const plan = planWire(kept);
    emit(context, 'plan.updated', plan, changedAttributes(planWire(before), plan));
  }
  const wire = priceWire(kept);
  emit(context, 'price.updated', wire, changedAttributes(priceWire(before), wire));
  return kept;
}
