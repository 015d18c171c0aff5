import { createHash } from 'node:crypto';
import {
  AREAS,
  type Area,
  type Found,
  type JsonValue,
  type ListPage,
  type PaymentRow,
  type RequestRow,
  type RowsByArea,
  type TimelineEntry,
} from '../rows.ts';
import { newestFirst } from './newest-first.ts';
import { joinPeople, type People } from './people.ts';
import {
  bookingRows,
  eventRows,
  mailRows,
  type PaymentObject,
  paymentRows,
  schedulingWebhookRows,
  stripeWebhookRows,
} from './rows-in.ts';
import { type Sources, valueIn } from './sources.ts';
import { timelineOf } from './timeline.ts';

export interface ListQuery {
  readonly search: string;
  /** Only rows in this state. */
  readonly filter: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

const FOUND_PER_AREA = 6;
const RECENT = 12;

type Rows = { readonly [A in Area]: readonly RowsByArea[A][] };

interface Searchable<Row> {
  readonly row: Row;
  readonly text: string;
}

/** Everything that the services hold at one moment, joined by person and ready to be searched. */
export class Model {
  readonly sources: Sources;
  readonly people: People;
  readonly rows: Rows;
  readonly versions: Readonly<Record<Area, string>>;
  readonly #objects: ReadonlyMap<string, { readonly row: PaymentRow; readonly object: PaymentObject }>;
  readonly #texts = new Map<Area, readonly Searchable<RowsByArea[Area]>[]>();

  /** What is as in `previous` need not be prepared for the search again. */
  constructor(sources: Sources, previous?: Model) {
    this.sources = sources;
    const stripe = valueIn(sources.stripe, undefined);
    const scheduling = valueIn(sources.scheduling, undefined);
    this.people = joinPeople({
      accounts: valueIn(sources.accounts, []),
      customers: stripe?.state.customers ?? [],
      subscriptions: stripe?.state.subscriptions ?? [],
      bookings: scheduling?.bookings ?? [],
    });
    const payments = stripe === undefined ? [] : paymentRows(stripe.state, this.people);
    this.#objects = new Map(payments.map((each) => [each.row.id, each]));
    const webhooks = [
      ...(stripe === undefined ? [] : stripeWebhookRows(stripe, this.people)),
      ...schedulingWebhookRows(scheduling?.deliveries ?? [], this.people),
    ];
    this.rows = {
      people: this.people.all.map(({ row }) => row),
      payments: payments.map(({ row }) => row),
      webhooks: webhooks.sort((one, other) => newestFirst(one.at, other.at)),
      events: stripe === undefined ? [] : eventRows(stripe, this.people),
      bookings: bookingRows(scheduling?.bookings ?? [], this.people),
      mails: mailRows(valueIn(sources.mails, []), this.people),
      requests: Object.values(sources.requests)
        .flatMap((each) => valueIn<readonly RequestRow[], []>(each, []))
        .sort((one, other) => newestFirst(one.at, other.at)),
    };
    this.versions = byArea((area) => digest(this.rows[area]));
    for (const area of AREAS) {
      const known = previous?.versions[area] === this.versions[area] && previous.#texts.get(area);
      if (known) this.#texts.set(area, known);
    }
  }

  get counts(): Record<Area, number> {
    return byArea((area) => this.rows[area].length);
  }

  get recent(): readonly TimelineEntry[] {
    return timelineOf(this.rows, () => true, RECENT);
  }

  object(id: string): { readonly row: PaymentRow; readonly object: JsonValue } | undefined {
    // The API's objects are JSON.
    return this.#objects.get(id) as { readonly row: PaymentRow; readonly object: JsonValue } | undefined;
  }

  list(area: Area, { search, filter, offset, limit }: ListQuery): ListPage<RowsByArea[Area]> {
    const found = this.#matching(area, search);
    const filters: Record<string, number> = {};
    for (const row of found) {
      for (const name of filtersOf(area, row)) filters[name] = (filters[name] ?? 0) + 1;
    }
    const chosen =
      filter === undefined ? found : found.filter((row) => filtersOf(area, row).includes(filter));
    return {
      rows: chosen.slice(offset, offset + limit),
      total: chosen.length,
      filters,
      missing: this.#missing(area),
    };
  }

  /** The best matches of every area; an id that is named whole comes first. */
  search(text: string): Found[] {
    if (text.trim() === '') return [];
    return AREAS.flatMap((area) =>
      this.#matching(area, text)
        .slice(0, FOUND_PER_AREA)
        .map((row) => ({ area, id: row.id, ...titleOf(area, row) })),
    );
  }

  #matching(area: Area, search: string): readonly RowsByArea[Area][] {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return this.rows[area];
    const texts = this.#searchable(area);
    return texts.filter(({ text }) => words.every((word) => text.includes(word))).map(({ row }) => row);
  }

  #searchable(area: Area): readonly Searchable<RowsByArea[Area]>[] {
    const known = this.#texts.get(area);
    if (known !== undefined) return known;
    const customers = (id: string) => this.people.find(id)?.customers.join(' ') ?? '';
    const texts = this.rows[area].map((row) => {
      const own = Object.values(row).filter((value) => typeof value === 'string');
      const more = area === 'people' ? customers(row.id) : '';
      return { row, text: `${own.join('\n')}\n${more}`.toLowerCase() };
    });
    this.#texts.set(area, texts);
    return texts;
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
function filtersOf(area: Area, row: RowsByArea[Area]): string[] {
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

function titleOf(area: Area, row: RowsByArea[Area]): { title: string; detail: string } {
  const found: Partial<Record<string, string | null>> = Object.fromEntries(Object.entries(row));
  const title = found.name || found.email || found.to || found.event || found.type || found.url || row.id;
  const details = {
    people: [found.email, found.state],
    payments: [found.kind, found.amount, found.state],
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

function digest(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('base64').slice(0, 12);
}
