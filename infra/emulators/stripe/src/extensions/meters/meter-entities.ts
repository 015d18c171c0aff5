import type Stripe from 'stripe';
import type { Entity, Kept } from '../../kinds/store/kind-type.ts';
import { collectionOf } from '../../kinds/store/store.ts';

export interface Meter extends Entity, Omit<Kept<Stripe.Billing.Meter>, keyof Entity> {}

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
