export interface ModelItem {
  readonly price: string;
  readonly unitAmount: number;
  readonly quantity: number;
}

type Interval = 'month' | 'year';

const MONTHS: Readonly<Record<Interval, number>> = { month: 1, year: 12 };

/** The total cost of a subscription in whole cents, calculated independently of the emulator. */
export class BillingModel {
  /** Everything billed or pending, including credits. */
  billed = 0;
  items: readonly ModelItem[];
  interval: Interval = 'month';
  now: number;
  trialEnd = 0;
  readonly #percentOff: number;
  #anchor: number;
  #start: number;
  #end: number;

  /** `percentOff` of a coupon that lasts forever, in whole percent. */
  constructor(now: number, items: readonly ModelItem[], percentOff = 0) {
    this.#percentOff = percentOff;
    this.now = now;
    this.items = items;
    this.#anchor = now;
    this.#start = now;
    this.#end = monthsAfter(now, 1);
    this.billed = this.#costOfPeriod();
  }

  advanceTo(time: number): void {
    while (this.#end <= time) {
      const start = this.#end;
      if (this.trialEnd === start) this.#anchor = start;
      this.now = start;
      this.#begin(start);
      this.billed += this.#costOfPeriod();
    }
    this.now = time;
  }

  change(items: readonly ModelItem[], interval: Interval, prorates: boolean): void {
    const wasFree = grossOf(this.items) === 0;
    const restarts = !this.#onTrial && (interval !== this.interval || (wasFree && grossOf(items) > 0));
    if (prorates && !this.#onTrial) {
      const stays = (item: ModelItem, others: readonly ModelItem[]) =>
        !restarts && others.some(({ price, quantity }) => price === item.price && quantity === item.quantity);
      for (const item of this.items) if (!stays(item, items)) this.billed -= this.#shareOf(item);
      if (!restarts)
        for (const item of items) if (!stays(item, this.items)) this.billed += this.#shareOf(item);
    }
    [this.items, this.interval] = [items, interval];
    if (restarts) this.#restart(this.now);
  }

  beginTrial(end: number): void {
    if (!this.#onTrial) for (const item of this.items) this.billed -= this.#shareOf(item);
    this.trialEnd = end;
    [this.#anchor, this.#start, this.#end] = [end, this.now, end];
  }

  endTrial(): void {
    if (!this.#onTrial) return;
    this.trialEnd = this.now;
    this.#restart(this.now);
  }

  get #onTrial(): boolean {
    return this.trialEnd > this.now;
  }

  #restart(time: number): void {
    this.#anchor = time;
    this.#begin(time);
    this.billed += this.#costOfPeriod();
  }

  #begin(start: number): void {
    this.#start = start;
    let periods = 1;
    while (monthsAfter(this.#anchor, periods * MONTHS[this.interval]) <= start) periods += 1;
    this.#end = monthsAfter(this.#anchor, periods * MONTHS[this.interval]);
  }

  #costOfPeriod(): number {
    return this.#onTrial ? 0 : this.items.reduce((sum, item) => sum + this.#netOf(item), 0);
  }

  /** Rounds half a cent of the discount up. */
  #netOf({ unitAmount, quantity }: ModelItem): number {
    const gross = unitAmount * quantity;
    return gross - Math.floor((2 * gross * this.#percentOff + 100) / 200);
  }

  /** Calculates twice the share in integers, to round half a cent exactly. */
  #shareOf(item: ModelItem): number {
    const whole = BigInt(this.#end - this.#start);
    const twice = (BigInt(this.#netOf(item)) * BigInt(this.#end - this.now) * 2n) / whole;
    return Number((twice + 1n) / 2n);
  }
}

function grossOf(items: readonly ModelItem[]): number {
  return items.reduce((sum, { unitAmount, quantity }) => sum + unitAmount * quantity, 0);
}

function monthsAfter(time: number, months: number): number {
  const from = new Date(time * 1000);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), last);
  const clock = [from.getUTCHours(), from.getUTCMinutes(), from.getUTCSeconds()] as const;
  return Date.UTC(year, month, day, ...clock) / 1000;
}
