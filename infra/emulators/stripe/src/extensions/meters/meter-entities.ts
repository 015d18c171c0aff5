import type Stripe from 'stripe';
import { SECONDS_A_DAY } from '../../kinds/clock/calendar.ts';
import type { Context } from '../../kinds/context.ts';
import type { Entity, Kept } from '../../kinds/store/kind-type.ts';
import { collectionOf } from '../../kinds/store/store.ts';

export interface Meter extends Entity, Omit<Kept<Stripe.Billing.Meter>, keyof Entity> {}

/** Its id is the identifier, which is unique per account. */
interface MeterEvent extends Entity {
  readonly timestamp: number;
  readonly meter: string;
  readonly customer: string;
  readonly value: number;
  readonly canceled: boolean;
}

/** Usage of a subscription's item, as recorded before basil. */
interface UsageRecord {
  readonly id: string;
  readonly subscription_item: string;
  readonly timestamp: number;
  readonly quantity: number;
}

export const meters = collectionOf<Meter>('meters');
export const meterEvents = collectionOf<MeterEvent>('meterEvents');
export const usageRecords = collectionOf<UsageRecord>('usageRecords');

export interface Span {
  readonly customer: string;
  /** Inclusive, in Unix seconds. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

export const WINDOWS = { day: SECONDS_A_DAY, hour: 3600 } as const;

/** What a meter measured for a customer; 0 without events. */
export function measureUsage({ store }: Context, meter: Meter, { customer, start, end }: Span): number {
  const events = [...meterEvents(store).values()].filter(
    (event) =>
      event.meter === meter.id &&
      event.customer === customer &&
      !event.canceled &&
      event.timestamp >= start &&
      event.timestamp < end,
  );
  return aggregated(meter, counted(meter, events));
}

function counted({ event_time_window }: Meter, events: readonly MeterEvent[]): readonly MeterEvent[] {
  if (event_time_window === null) return events;
  const latest = new Map<number, MeterEvent>();
  for (const event of events.toSorted((a, b) => a.timestamp - b.timestamp)) {
    latest.set(Math.floor(event.timestamp / WINDOWS[event_time_window]), event);
  }
  return [...latest.values()];
}

function aggregated({ default_aggregation: { formula } }: Meter, events: readonly MeterEvent[]): number {
  if (formula === 'count') return events.length;
  if (formula === 'sum') return events.reduce((sum, { value }) => sum + value, 0);
  return (
    events.reduce<MeterEvent | undefined>(
      (last, event) => (last !== undefined && last.timestamp > event.timestamp ? last : event),
      undefined,
    )?.value ?? 0
  );
}
