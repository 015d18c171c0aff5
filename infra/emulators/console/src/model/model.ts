import { createHash } from 'node:crypto';
import {
  AREAS,
  type Area,
  type Found,
  type ListPage,
  type RequestRow,
  type RowsByArea,
  type TimelineEntry,
} from '../rows.ts';
import { type Kept, type KeptRows, keep } from './kept.ts';
import { newestFirst } from './newest-first.ts';
import { joinPeople, type People } from './people.ts';
import { bookingRow, mailRow, schedulingWebhookRow } from './rows-in.ts';
import { type Sources, valueIn } from './sources.ts';
import { buildTimeline } from './timeline.ts';

export interface ListQuery {
  readonly search: string;
  /** Only rows in this state. */
  readonly filter: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

const NOBODY: ReadonlySet<string | null> = new Set();
const FOUND_PER_AREA = 6;
const RECENT = 12;

/** Everything that the services hold at one moment, joined by person. */
export class Model {
  readonly sources: Sources;
  readonly people: People;
  readonly versions: Readonly<Record<Area, string>>;
  /** False while the long parts are read for the first time. */
  readonly isWhole: boolean;
  /** Newest first. */
  readonly kept: KeptRows;
  #found: { readonly word: string; readonly people: ReadonlySet<string | null> } | undefined;

  /** What is as in `previous` is taken from there. */
  constructor(sources: Sources, previous?: Model) {
    this.sources = sources;
    const stripe = valueIn(sources.stripe, undefined);
    this.isWhole = stripe?.isWhole ?? true;
    const { bookings = [], deliveries = [] } = valueIn(sources.scheduling, undefined) ?? {};
    const accounts = valueIn(sources.accounts, []);
    const small = {
      bookings: bookings.map(bookingRow).reverse(),
      mails: valueIn(sources.mails, []).map(mailRow),
    };
    const scheduled = deliveries.map(schedulingWebhookRow);
    const read = [stripe?.payments.version, stripe?.subscriptions.version];
    this.versions = {
      people: [
        digest(accounts),
        stripe?.customers.version,
        stripe?.subscriptions.version,
        digest(bookings),
      ].join(),
      payments: read.join('.'),
      events: String(stripe?.events.version),
      webhooks: digest([stripe?.deliveries.version, deliveries]),
      bookings: digest(bookings),
      mails: digest(valueIn(sources.mails, [])),
      requests: Object.values(sources.requests)
        .map((each) => (each.ok ? digest(each.value) : each.reason))
        .join(),
    };
    const { versions } = this;
    /** Prepares an area only when it changed. */
    const prepared = <A extends Area>(area: A, prepare: () => KeptRows[A]): KeptRows[A] =>
      previous?.versions[area] === versions[area] ? previous.kept[area] : prepare();
    this.people =
      previous?.versions.people === versions.people
        ? previous.people
        : joinPeople({
            accounts,
            customers: stripe?.customers.copies ?? [],
            subscriptions: (stripe?.subscriptions.copies ?? []).map(({ summary }) => summary),
            bookings,
          });
    this.kept = {
      people: prepared('people', () =>
        this.people.all.map(({ row, customers }) => keep(row, { customer: customers.join(' ') })),
      ),
      payments: prepared('payments', () =>
        sorted([
          ...(stripe?.subscriptions.copies ?? []).map(({ kept }) => kept),
          ...(stripe?.payments.copies ?? []),
        ]),
      ),
      webhooks: prepared('webhooks', () => sorted([...(stripe?.deliveries.copies ?? []), ...scheduled])),
      events: prepared('events', () => [...(stripe?.events.copies ?? [])].reverse()),
      requests: prepared('requests', () =>
        sorted(
          Object.values(sources.requests).flatMap((each) =>
            valueIn<readonly Kept<RequestRow>[], []>(each, []),
          ),
        ),
      ),
      ...small,
    };
  }

  get counts(): Record<Area, number | null> {
    const isShort = (area: Area) => !['payments', 'events', 'webhooks'].includes(area);
    return byArea((area) => (this.isWhole || isShort(area) ? this.kept[area].length : null));
  }

  get recent(): readonly TimelineEntry[] | null {
    return this.isWhole ? buildTimeline(this.kept, () => true, RECENT) : null;
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

  list(area: Area, { search, filter, offset, limit }: ListQuery): ListPage<RowsByArea[Area]> {
    const found = this.#matching(area, search);
    const filters: Record<string, number> = {};
    for (const { row } of found) {
      for (const name of listFilters(area, row)) filters[name] = (filters[name] ?? 0) + 1;
    }
    const chosen =
      filter === undefined ? found : found.filter(({ row }) => listFilters(area, row).includes(filter));
    return {
      rows: chosen.slice(offset, offset + limit).map((each) => this.shown(each)),
      total: chosen.length,
      filters,
      missing: this.#missing(area),
    };
  }

  /** The newest matches of every area. */
  search(text: string): Found[] {
    if (text.trim() === '') return [];
    return AREAS.flatMap((area) =>
      this.#matching(area, text)
        .slice(0, FOUND_PER_AREA)
        .map((each) => ({ area, id: each.row.id, ...describeRow(area, this.shown(each)) })),
    );
  }

  /** Rows that have every word, themselves or in what is known of their person. */
  #matching(area: Area, search: string): readonly Kept<RowsByArea[Area]>[] {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const all: readonly Kept<RowsByArea[Area]>[] = this.kept[area];
    if (words.length === 0) return all;
    const isOfPerson = area !== 'people' && area !== 'requests';
    const tests = words.map((word) => ({ word, people: isOfPerson ? this.#peopleWith(word) : NOBODY }));
    return all.filter((each) =>
      tests.every(
        ({ word, people }) =>
          each.text.includes(word) || (people.size > 0 && people.has(this.findPerson(each))),
      ),
    );
  }

  /** One search asks for every area. */
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
      requests,
    }[area];
    return Object.entries(parts).flatMap(([name, found]) => (found.ok ? [] : [`${name}: ${found.reason}`]));
  }
}

/** What a list can be narrowed to: a state, and where it helps a kind. */
function listFilters(area: Area, row: RowsByArea[Area]): string[] {
  if (area === 'requests') {
    const { service, status, reason } = row as RequestRow;
    if (status === null) return [service, 'unanswered'];
    if (status === 501) return [service, 'unsupported'];
    return reason !== null || status >= 400 ? [service, 'rejected'] : [service];
  }
  const { kind, state, service, type } = row as {
    kind?: string;
    state?: string;
    service?: string;
    type?: string;
  };
  return [kind, state, service, type].filter((name) => name !== undefined);
}

function sorted<T extends Kept<{ readonly id: string; readonly at: string }>>(oldestFirst: T[]): T[] {
  return oldestFirst.reverse().sort((one, other) => newestFirst(one.row.at, other.row.at));
}

function describeRow(area: Area, row: RowsByArea[Area]): { title: string; detail: string } {
  const found: Partial<Record<string, string | null>> = Object.fromEntries(Object.entries(row));
  const kind = area === 'payments' && found.kind;
  const title =
    kind || found.name || found.email || found.to || found.event || found.type || found.url || row.id;
  const details = {
    people: [found.email, found.state],
    payments: [found.email, found.amount, found.state],
    webhooks: [found.state, found.url],
    events: [found.object],
    bookings: [found.email, found.start],
    mails: [found.kind],
    requests: [found.method, found.service],
  }[area];
  return { title: title || row.id, detail: details.filter(Boolean).join(' · ') };
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
