export interface ModelItem {
  readonly price: string;
  readonly unitAmount: number;
  readonly quantity: number;
}

export type BillingMode = 'classic' | 'flexible';

type Interval = 'month' | 'year';

const MONTHS: Readonly<Record<Interval, number>> = { month: 1, year: 12 };

/** A charge for the time from `start` to `end`; what follows `until` has been credited. */
interface Charge {
  readonly price: string;
  readonly amount: number;
  readonly start: number;
  readonly end: number;
  until: number;
}

/** The total cost of a subscription in whole cents, calculated independently of the emulator. */
export class BillingModel {
  /** Everything billed or pending, including credits. */
  billed = 0;
  items: readonly ModelItem[];
  interval: Interval = 'month';
  now: number;
  trialEnd = 0;
  readonly #mode: BillingMode;
  readonly #percentOff: number;
  #charges: Charge[] = [];
  #anchor: number;
  #start: number;
  #end: number;

  /** `percentOff` of a coupon that lasts forever, in whole percent. */
  constructor(mode: BillingMode, now: number, items: readonly ModelItem[], percentOff = 0) {
    this.#mode = mode;
    this.#percentOff = percentOff;
    this.now = now;
    this.items = items;
    this.#anchor = now;
    this.#start = now;
    this.#end = monthsAfter(now, 1);
    this.#billPeriod();
  }

  advanceTo(time: number): void {
    while (this.#end <= time) {
      const start = this.#end;
      if (this.trialEnd === start) this.#anchor = start;
      this.now = start;
      this.#begin(start);
      this.#billPeriod();
    }
    this.now = time;
  }

  change(items: readonly ModelItem[], interval: Interval, prorates: boolean): void {
    const wasFree = grossOf(this.items) === 0;
    const differs = interval !== this.interval;
    const restarts =
      this.#mode === 'classic' && !this.#onTrial && (differs || (wasFree && grossOf(items) > 0));
    const moves = differs && !this.#onTrial;
    const stays = (item: ModelItem, others: readonly ModelItem[]) =>
      !restarts &&
      !moves &&
      others.some(({ price, quantity }) => price === item.price && quantity === item.quantity);
    const former = this.items;
    if (prorates && !this.#onTrial) for (const item of former) if (!stays(item, items)) this.#credit(item);
    this.#forgetRemoved(items);
    [this.items, this.interval] = [items, interval];
    if (restarts) this.#restart(this.now);
    else if (moves) this.#begin(this.now);
    if (prorates && !restarts && !this.#onTrial)
      for (const item of items) if (!stays(item, former)) this.#charge(item, this.#shareOf(item), this.now);
  }

  beginTrial(end: number): void {
    if (!this.#onTrial) for (const item of this.items) this.#credit(item);
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
    this.#billPeriod();
  }

  #begin(time: number): void {
    let periods = 1;
    while (monthsAfter(this.#anchor, periods * MONTHS[this.interval]) <= time) periods += 1;
    this.#start = monthsAfter(this.#anchor, (periods - 1) * MONTHS[this.interval]);
    this.#end = monthsAfter(this.#anchor, periods * MONTHS[this.interval]);
  }

  #billPeriod(): void {
    if (this.#onTrial) return;
    for (const item of this.items) this.#charge(item, this.#netOf(item), this.#start);
  }

  #charge({ price }: ModelItem, amount: number, start: number): void {
    this.billed += amount;
    this.#charges.push({ price, amount, start, end: this.#end, until: this.#end });
  }

  /** Classic mode credits what the item costs, flexible mode what was charged for it. */
  #credit(item: ModelItem): void {
    if (this.#mode === 'classic') this.billed -= this.#shareOf(item);
    else for (const charge of this.#charges) if (charge.price === item.price) this.#creditCharge(charge);
  }

  #creditCharge(charge: Charge): void {
    const from = Math.max(this.now, charge.start);
    if (charge.until <= from) return;
    this.billed -= roundedShare(charge.amount, charge.until - from, charge.end - charge.start);
    charge.until = from;
  }

  /** An item that comes back later is another one. */
  #forgetRemoved(items: readonly ModelItem[]): void {
    this.#charges = this.#charges.filter((charge) => items.some(({ price }) => price === charge.price));
  }

  /** Rounds half a cent of the discount up. */
  #netOf({ unitAmount, quantity }: ModelItem): number {
    const gross = unitAmount * quantity;
    return gross - Math.floor((2 * gross * this.#percentOff + 100) / 200);
  }

  #shareOf(item: ModelItem): number {
    return roundedShare(this.#netOf(item), this.#end - this.now, this.#end - this.#start);
  }
}

/** Calculates twice the share in integers, to round half a cent exactly. */
function roundedShare(amount: number, left: number, whole: number): number {
  return Number(((BigInt(amount) * BigInt(left) * 2n) / BigInt(whole) + 1n) / 2n);
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
