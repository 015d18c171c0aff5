import { money } from '@outharbor/stripe-emulator/control-client';
import type { JsonValue } from '../json-value.ts';
import type { Link, RequestRow, RowsByArea, ServiceName } from '../rows.ts';
import { SERVICES } from '../rows.ts';
import { personScenarioCards } from '../scenarios/start-for-person.ts';
import { type ConsoleTargets, controlOf, loggedAbout } from '../targets/console-targets.ts';
import type { DatabaseWrite } from './areas.ts';
import { currentIn, type Person } from './join-people.ts';
import { newestFirst } from './kept.ts';
import type { Model } from './model.ts';
import { requestRow } from './service-copies.ts';
import { readOr } from './sources.ts';
import { isFailing, tellStory } from './story.ts';

/** Everything about one person; undefined for an unknown id. */
export async function personDetail(targets: ConsoleTargets, model: Model, id: string) {
  const person = model.people.find(id);
  if (person === undefined) return undefined;
  const { row, customers } = person;
  const uid = person.account?.id ?? null;
  const texts = [uid, row.email, ...customers].filter((text): text is string => Boolean(text));
  const [account, database, known, ...logs] = await Promise.all([
    uid === null ? null : readOr(targets.identity.account(uid), null),
    uid === null ? null : readOr(targets.database.read(), null),
    readOr(Promise.all(customers.map((each) => targets.stripe.object(each))), []),
    ...SERVICES.map((service) => readOr(requestsAbout(targets, service, texts), [])),
  ]);
  const stamped = (each: RequestRow) => model.time.stamped(each);
  const ofApi = (targets.apiRequests?.list(undefined, { texts }) ?? []).map((each) =>
    stamped(requestRow('api', each)),
  );
  const requests = [...logs.flat().map(stamped), ...ofApi];
  const writes = uid === null ? [] : await readOr(findWrites(targets, requests, uid), []);
  const rows = model.allOfPerson(row.id);
  const { payments, webhooks, bookings, mails } = rows;
  const records = uid === null ? {} : recordsUnder(database, uid);
  const links = planLinks(targets, person, { payments, webhooks, requests: ofApi, records });
  return {
    person: row,
    uid,
    account,
    records,
    customers: known as readonly JsonValue[],
    payments,
    mails,
    bookings,
    next: nextOf(person, model.time.now()),
    links,
    acts: personScenarioCards(model, row.id),
    steps: tellStory({ ...rows, requests: ofApi, writes }),
    requests: requests.sort((one, other) => newestFirst(one.at, other.at)),
  };
}

/** What time will bring next; null when nothing is known to come. */
function nextOf({ subscriptions }: Person, now: number) {
  const current = currentIn(subscriptions);
  if (current?.periodEnd == null || ENDED.includes(current.status)) return null;
  const { periodEnd, cancelAtPeriodEnd, amount, currency, status } = current;
  const at = new Date(periodEnd * 1000).toISOString();
  if (periodEnd * 1000 < now) return { what: 'The renewal is due', at, amount: null };
  if (cancelAtPeriodEnd) return { what: 'The plan ends', at, amount: null };
  const paid = amount === null ? null : money(amount, currency);
  return { what: status === 'trialing' ? 'The trial ends' : 'Renewal', at, amount: paid };
}

const ENDED: readonly string[] = ['canceled', 'incomplete_expired', 'incomplete'];

interface Known {
  readonly payments: readonly RowsByArea['payments'][];
  readonly records: Readonly<Record<string, JsonValue>>;
  readonly webhooks: readonly RowsByArea['webhooks'][];
  readonly requests: readonly RequestRow[];
}

/** The chain from the payment to the plan in the record; a link that broke is not ok, and the next are unknown. */
function planLinks(
  targets: ConsoleTargets,
  { row, subscriptions }: Person,
  { payments, webhooks, requests, records }: Known,
): Link[] {
  const paid = payments.find(({ kind }) => kind === 'invoice' || kind === 'session');
  if (paid === undefined) return [];
  const current = currentIn(subscriptions);
  const isPaid = current !== undefined && ['active', 'trialing'].includes(current.status);
  const failing = webhooks.filter(isFailing);
  const waiting = webhooks.filter(({ state }) => state === 'pending' || state === 'held');
  const bad = failing[0] ?? waiting[0];
  const handled = requests.find(({ requestId }) => requestId !== null && bad?.requestIds.includes(requestId));
  const names = [row.plan, ...subscriptions.map(({ id }) => id)];
  const text = JSON.stringify(records);
  const isRecorded = names.some((name) => name !== null && text.includes(name));
  return [
    {
      what: 'Payment',
      ok: isPaid,
      detail: isPaid ? `paid, the subscription is ${current.status}` : (current?.status ?? paid.state),
      to: ['payments', current?.id ?? paid.id],
    },
    {
      what: 'Webhooks',
      ok: bad === undefined && webhooks.length > 0,
      detail: bad === undefined ? `${webhooks.length} delivered` : describeDelivery(bad, failing.length),
      to: bad === undefined ? ['webhooks'] : ['webhooks', bad.id],
    },
    ...(handled === undefined
      ? []
      : [
          {
            what: 'Answer of the server',
            ok: handled.status !== null && handled.status < 400,
            detail: [
              handled.status ?? 'none',
              handled.reason,
              ...errorsIn(loggedAbout(targets, handled.requestId)),
            ]
              .filter(Boolean)
              .join(': '),
            to: ['requests', handled.id] as const,
          },
        ]),
    {
      what: 'Record in the database',
      ok: isRecorded,
      detail: isRecorded ? 'names the plan' : 'names neither the plan nor the subscription',
      to: ['database'],
    },
  ];
}

/** The messages of the errors in lines of a server's log. */
function errorsIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => /"message":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? []);
}

function describeDelivery(
  { event, state, lastStatus, answer }: RowsByArea['webhooks'],
  failing: number,
): string {
  if (failing === 0) return `${event} is ${state}`;
  const others = failing === 1 ? '' : `, and ${failing - 1} more fail`;
  const said = lastStatus === null ? 'got no answer' : `was answered ${lastStatus}`;
  return `${event} ${said}${answer ? `: ${answer}` : ''}${others}`;
}

async function requestsAbout(targets: ConsoleTargets, service: ServiceName, texts: readonly string[]) {
  const logged = await controlOf(targets, service).requests({ texts });
  return logged.map((each) => requestRow(service, each));
}

const WRITES_READ = 300;

/** The last writes to the database at a path that names the person. */
async function findWrites(
  { databaseControl }: ConsoleTargets,
  requests: readonly RequestRow[],
  uid: string,
): Promise<DatabaseWrite[]> {
  const isWrite = ({ service, method }: RequestRow) =>
    service === 'database' && !['GET', 'LISTEN'].includes(method);
  const writes = requests.filter(isWrite).slice(-WRITES_READ);
  const updates = writes.filter(({ method }) => method === 'PATCH').map(({ id }) => numberIn(id));
  const contents = updates.length === 0 ? [] : await databaseControl.requestContents(updates);
  const bodies = new Map(contents.map(({ id, requestBody }) => [id, requestBody]));
  return writes
    .map((request): DatabaseWrite => {
      const paths = pathsIn(request.url, bodies.get(numberIn(request.id)) ?? '');
      return { request, below: groupByPlace(paths, uid) };
    })
    .filter(({ below }) => below !== '');
}

/** The number that the service gave the request. */
function numberIn(id: string): number {
  return Number(id.split('-')[1]);
}

/** The paths that name the person, as `users: subscription/planType, subscription/sessionId; billing: revision`. */
function groupByPlace(paths: readonly string[], uid: string): string {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const at = path.indexOf(uid);
    if (at < 0) continue;
    const place = path.slice(0, at).replace(/\/$/, '');
    const rest = path.slice(at + uid.length + 1);
    groups.set(place, [...(groups.get(place) ?? []), ...(rest === '' ? [] : [rest])]);
  }
  return [...groups]
    .map(([place, rest]) => [place, ...(rest.length ? [rest.join(', ')] : [])].join(': '))
    .join('; ');
}

/** An update names paths below its own in its body. */
function pathsIn(url: string, update: string): string[] {
  const [own = ''] = url.slice(1).split(/\.json\b/);
  const names = namesIn(update);
  return names.length === 0 ? [own] : names.map((name) => (own === '' ? name : `${own}/${name}`));
}

function namesIn(json: string): string[] {
  try {
    return Object.keys(JSON.parse(json) as object);
  } catch {
    // The log keeps only the beginning of a long body.
    return [];
  }
}

const MAX_DEPTH = 4;

/** Values under a key that is the uid, near the root. */
function recordsUnder(root: JsonValue, uid: string): Record<string, JsonValue> {
  const found: Record<string, JsonValue> = {};
  const visit = (value: JsonValue, path: string, depth: number): void => {
    if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return;
    if (Object.hasOwn(value, uid))
      found[`${path}/${uid}`] = (value as Record<string, JsonValue>)[uid] ?? null;
    for (const [key, child] of Object.entries(value))
      if (key !== uid) visit(child, `${path}/${key}`, depth + 1);
  };
  visit(root, '', 0);
  return found;
}
