import type { Area, RequestRow, RowsByArea, Step, TimelineEntry, WebhookRow } from '../rows.ts';
import { type DatabaseWrite, entryFor, type RowsOfPerson, writeEntry } from './areas.ts';

/** What is known of one person. `requests` are those to the product's server. */
export interface PersonRows extends RowsOfPerson {
  readonly writes: readonly DatabaseWrite[];
}

type Group = Step['group'];

interface Cause {
  readonly entry: TimelineEntry;
  /** In order of cause and effect: asked, done, told, delivered, handled, written. */
  readonly rank: number;
  /** Undefined for what nothing known caused. */
  readonly group: Group | undefined;
  readonly isBad: boolean;
}

interface Draft {
  group: Group;
  readonly causes: Cause[];
  readonly startMs: number;
  endMs: number;
}

/** What follows within this time belongs to the same step. */
const GAP_MS = 2_000;

/** What happened to a person in steps, newest first, each with what belongs to it in order of cause and effect. */
export function tellStory(of: PersonRows): Step[] {
  const drafts: Draft[] = [];
  for (const cause of inOrder(causesIn(of))) {
    const ms = Date.parse(cause.entry.at);
    const near = drafts.filter(({ endMs }) => ms - endMs <= GAP_MS);
    const found =
      near.findLast(({ group }) => group === cause.group) ??
      (cause.group === undefined
        ? (near.findLast(({ startMs }) => startMs <= ms) ?? near.at(-1))
        : near.findLast(({ group }) => group === 'requests'));
    if (found === undefined) {
      drafts.push({ group: cause.group ?? 'requests', causes: [cause], startMs: ms, endMs: ms });
      continue;
    }
    found.group = cause.group ?? found.group;
    found.causes.push(cause);
    found.endMs = Math.max(found.endMs, ms);
  }
  return folded(drafts.map((draft) => finished(draft, of))).reverse();
}

function causesIn(of: PersonRows): Cause[] {
  const handled = new Map(of.webhooks.flatMap((row) => row.requestIds.map((id) => [id, row] as const)));
  const requests = of.requests.map((request) => {
    const delivery = handled.get(request.requestId ?? '');
    const entry = entryFor('requests', request);
    return { request, delivery, entry: delivery === undefined ? entry : { ...entry, at: delivery.at } };
  });
  /** A request that was being handled when the database was written. */
  const around = ({ realAt }: RequestRow) =>
    requests.findLast(({ request }) => {
      const ms = Date.parse(realAt) - Date.parse(request.realAt);
      return ms >= 0 && ms <= (request.durationMs ?? 0) + 50;
    });
  const rows: RowsOfPerson = of;
  const each = <A extends Area>(
    area: A,
    rank: number,
    group: (row: RowsByArea[A]) => Group,
    isBad: (row: RowsByArea[A]) => boolean = () => false,
  ): Cause[] => {
    const dated = rows[area].filter(({ at }) => at !== null).reverse();
    return dated.map((row) => known(entryFor<A>(area, row), rank, group(row), isBad(row)));
  };
  return [
    ...each('people', 1, () => 'account'),
    ...each('payments', 1, () => 'payments'),
    ...each('events', 2, () => 'payments'),
    ...each('webhooks', 3, groupFor, isFailing),
    ...each('bookings', 1, () => 'calls'),
    ...each('mails', 1, () => 'mails'),
    ...requests.map(({ request: { status }, delivery, entry }) =>
      known(entry, delivery ? 4 : 0, delivery && groupFor(delivery), status === null || status >= 500),
    ),
    ...of.writes.map((write) => {
      const cause = around(write.request);
      const entry = { ...writeEntry(write), ...(cause && { at: cause.entry.at }) };
      return known(entry, 5, cause?.delivery && groupFor(cause.delivery), write.request.reason !== null);
    }),
  ];
}

function known(entry: TimelineEntry, rank: number, group: Group | undefined, isBad = false): Cause {
  return { entry, rank, group, isBad };
}

function groupFor({ service }: WebhookRow): Group {
  return service === 'stripe' ? 'payments' : 'calls';
}

export function isFailing({ state }: WebhookRow): boolean {
  return state === 'failing' || state === 'failed';
}

/** Stripe's instants are whole seconds, within which the cause comes first. */
function inOrder(causes: Cause[]): Cause[] {
  const second = ({ entry: { at } }: Cause) => Math.floor(Date.parse(at) / 1000);
  return causes.sort((one, other) => second(one) - second(other) || one.rank - other.rank);
}

/** The first that a step has names it. */
const TITLES: readonly (readonly [event: string, title: string, tone: Step['tone']])[] = [
  ['charge.dispute.closed', 'Dispute decided', 'warn'],
  ['charge.dispute.created', 'Payment disputed', 'bad'],
  ['charge.refunded', 'Refunded', 'warn'],
  ['customer.subscription.deleted', 'Plan ended', 'bad'],
  ['invoice.payment_action_required', 'Payment needs authentication', 'bad'],
  ['invoice.payment_failed', 'Payment failed', 'bad'],
  ['checkout.session.completed', 'Paid at the checkout', 'good'],
  ['customer.subscription.created', 'Subscribed', 'good'],
  ['invoice.paid', 'Renewed', 'good'],
  ['checkout.session.expired', 'Checkout expired', 'warn'],
  ['customer.subscription.updated', 'Subscription changed', 'idle'],
  ['payment_method.attached', 'Card changed', 'idle'],
  ['invoice.created', 'Invoice drafted', 'idle'],
  ['customer.created', 'Became a customer', 'idle'],
];

function finished({ group, causes }: Draft, of: PersonRows): Step {
  const entries = causes.map(({ entry }) => entry);
  const [first] = entries as [TimelineEntry];
  const told = describe(group, entries, of);
  return {
    id: first.id,
    at: first.at,
    group,
    ...told,
    tone: causes.some(({ isBad }) => isBad) ? 'bad' : told.tone,
    entries,
    times: 1,
  };
}

function describe(
  group: Group,
  entries: readonly TimelineEntry[],
  of: PersonRows,
): Pick<Step, 'title' | 'detail' | 'tone'> {
  const rows = <Row extends { readonly id: string }>(area: string, all: readonly Row[]): Row[] => {
    const ids = new Set(entries.filter((each) => each.area === area).map((each) => each.of));
    return all.filter(({ id }) => ids.has(id));
  };
  const [first] = entries as [TimelineEntry];
  const webhooks = rows('webhooks', of.webhooks);
  const written = entries.filter(({ what }) => what === 'Written').map(({ detail }) => detail);
  const rest = [webhooks.length > 0 && describeWebhooks(webhooks), written.length > 0 && 'record written'];
  if (group === 'payments') {
    const types = new Set(rows('events', of.events).map(({ type }) => type));
    const [, title, tone] = TITLES.find(([type]) => types.has(type)) ?? ['', first.what, 'idle' as const];
    const moved = rows('payments', of.payments).filter(({ kind }) => kind !== 'subscription');
    const amount = moved.find(({ kind }) => MONEY.includes(kind))?.amount ?? moved[0]?.amount;
    return { title, tone, detail: [amount, ...rest].filter(Boolean).join(' · ') };
  }
  if (group === 'requests') {
    const [asked] = rows('requests', of.requests);
    const title = asked ? `${asked.method} ${asked.url.split('?')[0]}` : `${first.what}: ${first.detail}`;
    const answer = asked && `answered ${asked.status ?? 'nothing'}`;
    return { title, tone: 'idle', detail: [answer, ...(asked ? rest : [])].filter(Boolean).join(' · ') };
  }
  const { what: title, detail } = entries.find(({ area }) => OWN_AREAS.includes(area)) ?? first;
  return { title, tone: 'idle', detail: [detail, ...rest].filter(Boolean).join(' · ') };
}

const MONEY: readonly string[] = ['refund', 'dispute', 'charge'];
const OWN_AREAS: readonly string[] = ['people', 'bookings', 'mails'];

function describeWebhooks(rows: readonly WebhookRow[]): string {
  const failing = rows.filter(isFailing);
  const all = rows.length === 1 ? '1 webhook' : `${rows.length} webhooks`;
  const [worst] = failing;
  if (worst !== undefined) return `${failing.length} of ${all} failing (${worst.lastStatus ?? 'no answer'})`;
  const waiting = rows.filter(({ state }) => state !== 'delivered').length;
  return waiting === 0 ? `${all} delivered` : `${waiting} of ${all} waiting`;
}

/** What is the same again and again, such as what a nightly job writes, becomes one step. */
function folded(steps: readonly Step[]): Step[] {
  const result: Step[] = [];
  for (const step of steps) {
    const before = result.at(-1);
    const isSame = step.group === 'requests' && step.title === before?.title && step.tone === before.tone;
    if (!isSame) result.push(step);
    else
      result[result.length - 1] = {
        ...step,
        id: before.id,
        times: before.times + 1,
        entries: [...before.entries, ...step.entries].slice(-50),
      };
  }
  return result;
}
