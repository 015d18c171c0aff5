import type { Price } from '../../catalogue/price.ts';
import type { Context } from '../../kinds/context.ts';
import { usageRecords } from './meter-entities.ts';

interface Span {
  readonly aggregateUsage: NonNullable<NonNullable<Price['hidden']>['aggregate_usage']>;
  /** Inclusive, in Unix seconds. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** The usage recorded for a subscription's item, aggregated as its price says; 0 without records. */
export function recordedUsage(
  { store }: Context,
  item: string,
  { aggregateUsage, start, end }: Span,
): number {
  const records = [...usageRecords(store).values()]
    .filter(({ subscription_item, timestamp }) => subscription_item === item && timestamp < end)
    .filter(({ timestamp }) => aggregateUsage === 'last_ever' || timestamp >= start)
    .toSorted((a, b) => a.timestamp - b.timestamp);
  const quantities = records.map(({ quantity }) => quantity);
  if (aggregateUsage === 'sum') return quantities.reduce((sum, quantity) => sum + quantity, 0);
  return (aggregateUsage === 'max' ? Math.max(0, ...quantities) : quantities.at(-1)) ?? 0;
}
