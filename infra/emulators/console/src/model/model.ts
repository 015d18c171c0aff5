import { createHash } from 'node:crypto';
import { AREAS, type Area, type ListPage, type RowsByArea, type TimelineEntry } from '../rows.ts';
import type { Chosen } from '../server/queries.ts';
import { entryFor, type RowsOfPerson, TEXTS } from './areas.ts';
import { type ConsoleTime, consoleTime } from './console-time.ts';
import { joinPeople, type People } from './join-people.ts';
import { type Kept, keep, newestFirst } from './kept.ts';
import { bookingRow, mailRow, schedulingWebhookRow, subscriptionRow } from './rows-in.ts';
import { type Sources, valueIn } from './sources.ts';

/** Newest first. */
type KeptRows = { readonly [A in Area]: readonly Kept<RowsByArea[A]>[] };

const NOBODY: ReadonlySet<string | null> = new Set();
const FOUND_PER_AREA = 6;
const RECENT = 12;
/** In order of cause and effect, for what has the same second; requests are too many. */
const TOLD_AREAS = ['people', 'payments', 'events', 'webhooks', 'bookings', 'mails'] as const;

/** Everything that the services hold at one moment, joined by person. */
export class Model {
  readonly sources: Sources;
  readonly time: ConsoleTime;
  readonly people: People;
  readonly versions: Readonly<Record<Area, string>>;
  /** False while only people were read. */
  readonly isWhole: boolean;
  /** Newest first. */
  readonly kept: KeptRows;
  #found: { readonly word: string; readonly people: ReadonlySet<string | null> } | undefined;

  /** Reuses what is unchanged since `previous`. */
  constructor(sources: Sources, previous?: Model) {
    this.sources = sources;
    const stripe = valueIn(sources.stripe, undefined);
    this.isWhole = sources.requests !== undefined;
    const { bookings = [], deliveries = [] } = valueIn(sources.scheduling, undefined) ?? {};
    const accounts = valueIn(sources.accounts, undefined);
    const logs = Object.values(sources.requests ?? {});
    this.time = consoleTime(valueIn(sources.clock, undefined)?.moves);
    const { time } = this;
    const mails = valueIn(sources.mails, []);
    const booked = digest(bookings);
    const { customers, subscriptions, payments, events, deliveries: sent } = stripe ?? {};
    this.versions = {
      people: [accounts?.version, customers?.version, subscriptions?.version, booked, time.version].join(),
      payments: [payments?.version, subscriptions?.version].join(),
      events: String(events?.version),
      webhooks: [sent?.version, digest(deliveries)].join(),
      bookings: booked,
      mails: [digest(mails), time.version].join(),
      requests: [...logs.map((each) => (each.ok ? each.value.version : each.reason)), time.version].join(),
    };
    this.people =
      previous?.versions.people === this.versions.people
        ? previous.people
        : joinPeople({
            accounts: (accounts?.copies ?? []).map((each) => ({
              ...each,
              createdAt: time.at(each.createdAt),
            })),
            customers: customers?.copies ?? [],
            subscriptions: subscriptions?.copies ?? [],
            bookings,
          });
    const rows: { readonly [A in Area]: () => KeptRows[A] } = {
      people: () => this.people.all.map(({ row, customers }) => keep(row, { customer: customers.join(' ') })),
      payments: () =>
        sorted([...(subscriptions?.copies ?? []).map(subscriptionRow), ...(payments?.copies ?? [])]),
      webhooks: () => sorted([...(sent?.copies ?? []), ...deliveries.map(schedulingWebhookRow)]),
      events: () => (events?.copies ?? []).toReversed(),
      bookings: () => bookings.map(bookingRow).reverse(),
      mails: () => mails.map((mail) => mailRow({ ...mail, sentAt: time.at(mail.sentAt) })),
      requests: () => {
        const all = logs.flatMap((each) => valueIn(each, undefined)?.copies ?? []);
        return sorted(all.map((each) => ({ ...each, row: time.stamped(each.row) })));
      },
    };
    /** Prepares an area only when it changed. */
    this.kept = byArea((area) =>
      previous?.versions[area] === this.versions[area] ? previous.kept[area] : rows[area](),
    ) as unknown as KeptRows;
  }

  get counts(): Record<Area, number | null> {
    const isLong = (area: Area) => ['payments', 'events', 'webhooks', 'requests'].includes(area);
    return byArea((area) => (isLong(area) && !this.isWhole ? null : this.kept[area].length));
  }

  get recent(): readonly TimelineEntry[] | null {
    if (!this.isWhole) return null;
    // Every list is newest first, so that no more of each can be among the newest.
    const entries = TOLD_AREAS.flatMap((area) =>
      this.kept[area].slice(0, RECENT).map(({ row }) => entryFor(area, row)),
    );
    return entries
      .filter(({ at }) => at !== '')
      .sort((one, other) => newestFirst(one.at, other.at))
      .slice(0, RECENT);
  }

  /** The rows that belong to a person, newest first. Those of requests name nobody. */
  allOfPerson(id: string): RowsOfPerson {
    return byArea((area) => (area === 'requests' ? [] : this.ofPerson(area, id))) as unknown as RowsOfPerson;
  }

  /** The rows of an area that belong to a person, newest first. */
  ofPerson<A extends Area>(area: A, id: string): RowsByArea[A][] {
    const all: readonly Kept<RowsByArea[A]>[] = this.kept[area];
    return all.filter((each) => this.findPerson(each) === id).map((each) => this.shown(each));
  }

  find<A extends Area>(area: A, id: string): RowsByArea[A] | undefined {
    const all: readonly Kept<RowsByArea[A]>[] = this.kept[area];
    const found = all.find(({ row }) => row.id === id);
    return found && this.shown(found);
  }

  findPerson({ row, customer, email }: Kept<RowsByArea[Area]>): string | null {
    if (!('person' in row)) return row.id;
    return this.people.ofCustomer(customer) ?? this.people.ofEmail(email) ?? row.person;
  }

  shown<Row extends RowsByArea[Area]>(kept: Kept<Row>): Row {
    const { row } = kept;
    if (!('person' in row)) return row;
    const person = this.findPerson(kept);
    if (!('email' in row)) return { ...row, person };
    return { ...row, person, email: row.email ?? this.people.find(person ?? '')?.row.email ?? null };
  }

  list<A extends Area>(
    area: A,
    { search, filter, from = '', to = '9', sort, offset, limit }: Chosen,
  ): ListPage<RowsByArea[A]> {
    const found = this.#matching(area, search);
    const { filters: namesFor } = TEXTS[area];
    const filters: Record<string, number> = {};
    for (const { row } of found) for (const name of namesFor(row)) filters[name] = (filters[name] ?? 0) + 1;
    // The whole of the last day belongs to it: a day sorts before its instants, and `~` after all of them.
    const isChosen = ({ row }: Kept<RowsByArea[A]>) =>
      (filter === undefined || namesFor(row).includes(filter)) &&
      (row.at ?? '') >= from &&
      (row.at ?? '') <= `${to}~`;
    const chosen = sortedBy(sort, found.filter(isChosen));
    return {
      rows: chosen.slice(offset, offset + limit).map((each) => this.shown(each)),
      total: chosen.length,
      filters,
      missing: this.#missing(area),
    };
  }

  /** The newest matches of every area. */
  search(text: string) {
    if (text.trim() === '') return [];
    return AREAS.flatMap((area) => this.#searchIn(area, text));
  }

  #searchIn<A extends Area>(area: A, text: string) {
    return this.#matching(area, text, FOUND_PER_AREA).map((each) => {
      const { id, at } = each.row;
      const [title, ...details] = TEXTS[area].found(this.shown(each));
      return { area, id, at, title: title || id, detail: details.filter(Boolean).join(' · ') };
    });
  }

  /**
   * Finds rows that contain every word, in themselves or in what is known of their person; at most `limit`.
   */
  #matching<A extends Area>(
    area: A,
    search: string,
    limit = Number.POSITIVE_INFINITY,
  ): readonly Kept<RowsByArea[A]>[] {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const all: readonly Kept<RowsByArea[A]>[] = this.kept[area];
    if (words.length === 0) return all;
    const isOfPerson = area !== 'people' && area !== 'requests';
    const tests = words.map((word) => ({ word, people: isOfPerson ? this.#peopleWith(word) : NOBODY }));
    const found: Kept<RowsByArea[A]>[] = [];
    for (const each of all) {
      if (found.length >= limit) break;
      const matches = tests.every(
        ({ word, people }) =>
          each.text.includes(word) || (people.size > 0 && people.has(this.findPerson(each))),
      );
      if (matches) found.push(each);
    }
    return found;
  }

  /** Remembers the result, because one search asks for every area. */
  #peopleWith(word: string): ReadonlySet<string | null> {
    if (this.#found?.word === word) return this.#found.people;
    const people = new Set<string | null>();
    for (const { row, text } of this.kept.people) if (text.includes(word)) people.add(row.id);
    this.#found = { word, people };
    return people;
  }

  #missing(area: Area): string[] {
    const { accounts, stripe, scheduling, mails, requests } = this.sources;
    const parts = {
      people: { accounts, stripe, scheduling },
      payments: { stripe },
      webhooks: { stripe, scheduling },
      events: { stripe },
      bookings: { scheduling },
      mails: { mails },
      requests: requests ?? {},
    }[area];
    return Object.entries(parts).flatMap(([name, found]) => (found.ok ? [] : [`${name}: ${found.reason}`]));
  }
}

/** By a property of the rows; what is a number in it, such as an amount, as a number. */
function sortedBy<Row extends RowsByArea[Area]>(sort: string | undefined, rows: Kept<Row>[]): Kept<Row>[] {
  if (sort === undefined) return rows;
  const [, descending = '', name = ''] = /^(-?)(\w+)$/.exec(sort) ?? [];
  const value = ({ row }: Kept<Row>) =>
    String((row as unknown as Readonly<Record<string, unknown>>)[name] ?? '');
  const compare = (one: string, other: string) =>
    ORDER.compare(one.replaceAll(',', ''), other.replaceAll(',', ''));
  return rows.toSorted((one, other) =>
    descending ? compare(value(other), value(one)) : compare(value(one), value(other)),
  );
}

const ORDER = new Intl.Collator('en', { numeric: true });

function sorted<T extends Kept<{ readonly id: string; readonly at: string }>>(oldestFirst: T[]): T[] {
  return oldestFirst.reverse().sort((one, other) => newestFirst(one.row.at, other.row.at));
}

function byArea<T>(value: (area: Area) => T): Record<Area, T> {
  return Object.fromEntries(AREAS.map((area) => [area, value(area)])) as Record<Area, T>;
}

const digests = new WeakMap<object, string>();

function digest(value: object): string {
  const known = digests.get(value);
  if (known !== undefined) return known;
  const made = createHash('sha1').update(JSON.stringify(value)).digest('base64').slice(0, 12);
  digests.set(value, made);
  return made;
}
