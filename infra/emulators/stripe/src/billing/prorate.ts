export interface PricedPeriod {
  readonly id: string;
  readonly price: string;
  /** In the currency's smallest unit; 0 during a trial. */
  readonly unitAmount: number;
  readonly quantity: number;
  readonly discountTotal: number;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly taxRates?: readonly string[];
}

export interface Proration {
  readonly kind: 'remaining' | 'unused';
  readonly item: PricedPeriod;
  /** Negative for a credit. */
  readonly amount: number;
  readonly start: number;
  readonly end: number;
}

/** To the second, rounded by line. `after` excludes items whose period restarts: they are billed in full. */
export function prorate(
  before: readonly PricedPeriod[],
  after: readonly PricedPeriod[],
  time: number,
): Proration[] {
  const unused = before
    .filter((item) => !after.some((candidate) => costsTheSame(item, candidate)))
    .map((item) => part('unused', item, time));
  const remaining = after
    .filter((item) => !before.some((candidate) => costsTheSame(item, candidate)))
    .map((item) => part('remaining', item, time));
  return [...unused, ...remaining].filter(
    ({ item }) => item.unitAmount * item.quantity !== item.discountTotal,
  );
}

function costsTheSame(a: PricedPeriod, b: PricedPeriod): boolean {
  return (
    a.id === b.id &&
    a.price === b.price &&
    a.unitAmount === b.unitAmount &&
    a.quantity === b.quantity &&
    a.periodStart === b.periodStart &&
    a.periodEnd === b.periodEnd
  );
}

function part(kind: Proration['kind'], item: PricedPeriod, time: number): Proration {
  const { unitAmount, quantity, discountTotal, periodStart, periodEnd } = item;
  const share = shareOf(unitAmount * quantity - discountTotal, periodEnd - time, periodEnd - periodStart);
  return { kind, item, amount: kind === 'unused' && share > 0 ? -share : share, start: time, end: periodEnd };
}

/** Rounded half up, in integers because the product may exceed what a float holds exactly. */
export function shareOf(amount: number, left: number, whole: number): number {
  const [a, l, w] = [BigInt(amount), BigInt(left), BigInt(whole)];
  return Number((2n * a * l + w) / (2n * w));
}
