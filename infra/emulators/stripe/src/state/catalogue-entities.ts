export type Metadata = Readonly<Record<string, string>>;

export interface Product {
  readonly id: string;
  readonly created: number;
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
  readonly shippable?: boolean | null;
  readonly taxCode?: string | null;
  readonly metadata: Metadata;
}

type Interval = 'day' | 'week' | 'month' | 'year';

export interface Recurrence {
  readonly interval: Interval;
  readonly intervalCount: number;
  /** Only shown back to the client. */
  readonly trialPeriodDays?: number;
}

type TaxBehavior = 'exclusive' | 'inclusive' | 'unspecified';

export interface Price {
  readonly id: string;
  readonly created: number;
  readonly active: boolean;
  readonly product: string;
  readonly currency: string;
  /** In the currency's smallest unit. */
  readonly unitAmount: number;
  readonly lookupKey: string | null;
  readonly nickname: string | null;
  readonly recurring: Recurrence | null;
  /** For automatic tax; absent if never set. */
  readonly taxBehavior?: TaxBehavior;
  readonly metadata: Metadata;
}
