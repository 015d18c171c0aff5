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
  readonly metadata: Metadata;
}

export type Interval = 'day' | 'week' | 'month' | 'year';

export interface Recurrence {
  readonly interval: Interval;
  readonly intervalCount: number;
}

export interface Price {
  readonly id: string;
  readonly created: number;
  readonly active: boolean;
  readonly product: string;
  readonly currency: string;
  /** In the smallest unit of the currency. */
  readonly unitAmount: number;
  readonly lookupKey: string | null;
  readonly nickname: string | null;
  readonly recurring: Recurrence | null;
  readonly metadata: Metadata;
}
