export type BillingMode = 'classic' | 'flexible';

type Interval = 'month' | 'year';

/** In classic mode all have the same interval. */
export interface ModelItem {
  readonly price: string;
  readonly unitAmount: number;
  readonly quantity: number;
  readonly interval: Interval;
}

const MONTHS: Readonly<Record<Interval, number>> = { month: 1, year: 12 };

interface Period {
  readonly start: number;
  readonly end: number;
}

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
  now: number;
  trialEnd = 0;
  readonly #mode: BillingMode;
  readonly #percentOff: number;
  #charges: Charge[] = [];
  #anchor: number;
  #periods: ReadonlyMap<string, Period> = new Map();

  /** `percentOff` of a coupon that lasts forever, in whole percent. */
  constructor(mode: BillingMode, now: number, items: readonly ModelItem[], percentOff = 0) {
    this.#mode = mode;
    this.#percentOff = percentOff;
    this.now = now;
    this.items = items;
    this.#anchor = now;
    this.#restart(now);
  }

  advanceTo(time: number): void {
    for (let end = this.#firstEnd(); end <= time; end = this.#firstEnd()) {
      if (this.trialEnd === end) this.#anchor = end;
      this.now = end;
      const due = this.items.filter((item) => this.#currentPeriod(item).end === end);
      for (const item of due) this.#put(item, this.#around(item));
      this.#bill(due);
    }
    this.now = time;
  }

  change(items: readonly ModelItem[], prorates: boolean): void {
    const former = this.items;
    const wasFree = grossAmount(former) === 0;
    const differs = !items.some(({ interval }) => former.some((item) => item.interval === interval));
    const restarts =
      this.#mode === 'classic' && !this.#onTrial && (differs || (wasFree && grossAmount(items) > 0));
    const stays = (item: ModelItem, others: readonly ModelItem[]) =>
      !restarts && others.some(({ price, quantity }) => price === item.price && quantity === item.quantity);
    const bills = prorates && !this.#onTrial;
    if (bills) for (const item of former) if (!stays(item, items)) this.#credit(item);
    this.#forgetRemoved(items);
    this.#periods = new Map(items.map((item) => [item.price, this.#periodAmong(former, item)]));
    this.items = items;
    if (restarts) this.#restart(this.now);
    else if (bills)
      for (const item of items) if (!stays(item, former)) this.#charge(item, this.#shareLeft(item), this.now);
  }

  beginTrial(end: number): void {
    if (!this.#onTrial) for (const item of this.items) this.#credit(item);
    this.trialEnd = end;
    this.#anchor = end;
    for (const item of this.items) this.#put(item, { start: this.now, end });
  }

  endTrial(): void {
    if (!this.#onTrial) return;
    this.trialEnd = this.now;
    this.#restart(this.now);
  }

  get #onTrial(): boolean {
    return this.trialEnd > this.now;
  }

  #firstEnd(): number {
    return Math.min(...Array.from(this.#periods.values(), ({ end }) => end));
  }

  #currentPeriod({ price }: ModelItem): Period {
    const period = this.#periods.get(price);
    if (period === undefined) throw new Error(`${price} has no period`);
    return period;
  }

  #put({ price }: ModelItem, period: Period): void {
    this.#periods = new Map([...this.#periods, [price, period]]);
  }

  /** The period of an item that is in the subscription from now on, next to those it had. */
  #periodAmong(former: readonly ModelItem[], item: ModelItem): Period {
    const beside = former.find(({ interval }) => this.#onTrial || interval === item.interval);
    return beside === undefined ? this.#around(item) : this.#currentPeriod(beside);
  }

  #restart(time: number): void {
    this.#anchor = time;
    this.#periods = new Map(this.items.map((item) => [item.price, this.#around(item)]));
    this.#bill(this.items);
  }

  /** The period around now that the anchor gives an item. */
  #around({ interval }: ModelItem): Period {
    let periods = 1;
    while (monthsAfter(this.#anchor, periods * MONTHS[interval]) <= this.now) periods += 1;
    const [start, end] = [periods - 1, periods].map((count) =>
      monthsAfter(this.#anchor, count * MONTHS[interval]),
    ) as [number, number];
    return { start, end };
  }

  #bill(items: readonly ModelItem[]): void {
    if (this.#onTrial) return;
    for (const item of items) this.#charge(item, this.#netAmount(item), this.#currentPeriod(item).start);
  }

  #charge(item: ModelItem, amount: number, start: number): void {
    const { end } = this.#currentPeriod(item);
    this.billed += amount;
    this.#charges.push({ price: item.price, amount, start, end, until: end });
  }

  /** Classic mode credits what the item costs, flexible mode what was charged for it. */
  #credit(item: ModelItem): void {
    if (this.#mode === 'classic') this.billed -= this.#shareLeft(item);
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
  #netAmount({ unitAmount, quantity }: ModelItem): number {
    const gross = unitAmount * quantity;
    return gross - Math.floor((2 * gross * this.#percentOff + 100) / 200);
  }

  #shareLeft(item: ModelItem): number {
    const { start, end } = this.#currentPeriod(item);
    return roundedShare(this.#netAmount(item), end - this.now, end - start);
  }
}

/** Calculates twice the share in integers, to round half a cent exactly. */
function roundedShare(amount: number, left: number, whole: number): number {
  return Number(((BigInt(amount) * BigInt(left) * 2n) / BigInt(whole) + 1n) / 2n);
}

function grossAmount(items: readonly ModelItem[]): number {
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
