import type { Labelled } from './entity.ts';

export interface Product extends Labelled {
  readonly updated: number;
  readonly name: string;
  readonly description: string | null;
  readonly active: boolean;
  readonly images: readonly string[];
  readonly url: string | null;
  readonly statementDescriptor: string | null;
  readonly unitLabel: string | null;
  readonly defaultPrice: string | null;
  /** Only shown back to the client; absent if never set. */
  readonly marketingFeatures?: readonly string[];
  readonly packageDimensions?: Readonly<Record<'height' | 'length' | 'weight' | 'width', number>> | null;
  readonly shippable?: boolean | null;
  readonly taxCode?: string | null;
}

export type { Metadata } from './entity.ts';

type Interval = 'day' | 'week' | 'month' | 'year';

export interface Recurrence {
  readonly interval: Interval;
  readonly intervalCount: number;
  /** The trial of subscriptions that ask for that of their plan. */
  readonly trialPeriodDays?: number;
  /** Set if the quantity is the usage that this meter measures. */
  readonly meter?: string;
  /** Set instead if usage is recorded for the subscription's item, as before basil. */
  readonly aggregateUsage?: 'last_during_period' | 'last_ever' | 'max' | 'sum';
}

export interface Tier {
  /** The last unit of the tier; null for the last tier. */
  readonly upTo: number | null;
  /** In the currency's smallest unit, possibly with a fraction. */
  readonly unitAmount: number | null;
  readonly flatAmount: number | null;
}

export interface Tiers {
  /** `graduated` charges each unit at its own tier, `volume` all units at the tier of the last one. */
  readonly mode: 'graduated' | 'volume';
  readonly list: readonly Tier[];
}

interface TransformQuantity {
  readonly divideBy: number;
  readonly round: 'down' | 'up';
}

type TaxBehavior = 'exclusive' | 'inclusive' | 'unspecified';

export interface Price extends Labelled {
  readonly active: boolean;
  readonly product: string;
  readonly currency: string;
  /** In the currency's smallest unit, possibly with a fraction; 0 if the price has tiers. */
  readonly unitAmount: number;
  readonly tiers?: Tiers;
  readonly transformQuantity?: TransformQuantity;
  readonly lookupKey: string | null;
  readonly nickname: string | null;
  readonly recurring: Recurrence | null;
  /** Set if it was deleted as a plan; subscriptions keep it. */
  readonly deleted?: true;
  /** Used by automatic tax; absent if never set. */
  readonly taxBehavior?: TaxBehavior;
}

/** What a product has unless something else is said. */
export const PLAIN_PRODUCT = {
  active: true,
  defaultPrice: null,
  description: null,
  images: [],
  marketingFeatures: [],
  metadata: {},
  shippable: null,
  statementDescriptor: null,
  taxCode: null,
  unitLabel: null,
  url: null,
} as const;

/** The same of a price. */
export const PLAIN_PRICE = {
  active: true,
  lookupKey: null,
  nickname: null,
  recurring: null,
  metadata: {},
} as const;
