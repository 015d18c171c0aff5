/** The flexible billing mode; whatever lacks it is in classic mode. */
export interface FlexibleMode {
  /** Whether a proration's amount includes its discounts, or they are listed next to it. */
  readonly proration_discounts: 'included' | 'itemized';
  /** When it was adopted, in Unix seconds. */
  readonly since: number;
}
