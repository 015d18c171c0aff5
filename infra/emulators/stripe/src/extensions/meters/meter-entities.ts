import type { Entity } from '../../kinds/store/entity.ts';
import { collectionOf } from '../../kinds/store/store.ts';

export interface Meter extends Entity {
  readonly updated: number;
  readonly display_name: string;
  readonly event_name: string;
  readonly formula: 'count' | 'last' | 'sum';
  /** Keys of an event's payload. */
  readonly customerKey: string;
  readonly valueKey: string;
  /** Of several events in one such window, only the latest counts; null if all do. */
  readonly event_time_window: 'day' | 'hour' | null;
  /** Null while active. */
  readonly deactivated_at: number | null;
}

/** Its id is the identifier, which is unique per account. */
export interface MeterEvent extends Entity {
  readonly timestamp: number;
  readonly meter: string;
  readonly customer: string;
  readonly value: number;
  readonly canceled: boolean;
}

/** Usage of a subscription's item, as recorded before basil. */
export interface UsageRecord {
  readonly id: string;
  readonly subscription_item: string;
  readonly timestamp: number;
  readonly quantity: number;
}

export const meters = collectionOf<Meter>('meters');
export const meterEvents = collectionOf<MeterEvent>('meterEvents');
export const usageRecords = collectionOf<UsageRecord>('usageRecords');
