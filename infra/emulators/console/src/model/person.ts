import type { RequestSummary } from '@outharbor/emulator-kit/request-log';
import { type JsonValue, parsedOr } from '../json-value.ts';
import type { RequestRow, RequestSource, RowsByArea } from '../rows.ts';
import { SERVICES } from '../rows.ts';
import { personScenarioCards } from '../scenarios/start-for-person.ts';
import { type ConsoleTargets, loggedAbout } from '../targets/console-targets.ts';
import type { DatabaseWrite, RowsOfPerson } from './areas.ts';
import { listComing } from './coming.ts';
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
  const [account, database, known, coming, ...logs] = await Promise.all([
    uid === null ? null : readOr(targets.identity.account(uid), null),
    uid === null ? null : readOr(targets.database.read(), null),
    readOr(Promise.all(customers.map((each) => targets.stripe.object(each))), []),
    listComing(targets, model, person),
    ...SERVICES.map((service) => readOr(targets.controls[service].requests({ texts }), [])),
  ]);
  const rowsOf = (service: RequestSource, log: readonly RequestSummary[] = []) =>
    log.map((each) => model.time.stamped(requestRow(service, each)));
  const ofApi = rowsOf('api', targets.apiRequests?.list(undefined, { texts }));
  const requests = [...SERVICES.flatMap((service, index) => rowsOf(service, logs[index])), ...ofApi];
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
    coming,
    links,
    acts: personScenarioCards(model, row.id),
    steps: tellStory({ ...rows, requests: ofApi, writes }),
    requests: requests.sort((one, other) => newestFirst(one.at, other.at)),
  };
}

interface Link {
  readonly what: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly to: readonly [place: string, id?: string];
}

interface Known extends Pick<RowsOfPerson, 'payments' | 'webhooks' | 'requests'> {
  readonly records: Readonly<Record<string, JsonValue>>;
}

/** The chain from the payment to the plan in the record; a link that broke is not ok, and the next are unknown. */
function planLinks(
  targets: ConsoleTargets,
  { row, subscriptions }: Person,
  { payments, webhooks, requests, records }: Known,
): Link[] {
  const paid = payments.find(({ kind }) => kind === 'invoice' || kind === 'session');
  if (paid === undefined) return [];
  const links: Link[] = [];
  const link = (what: string, ok: boolean, detail: string, to: Link['to']) =>
    links.push({ what, ok, detail, to });
  const current = currentIn(subscriptions);
  const isPaid = current !== undefined && ['active', 'trialing'].includes(current.status);
  const state = isPaid ? `paid, the subscription is ${current.status}` : (current?.status ?? paid.state);
  link('Payment', isPaid, state, ['payments', current?.id ?? paid.id]);

  const failing = webhooks.filter(isFailing);
  const bad = failing[0] ?? webhooks.find((each) => each.state === 'pending' || each.state === 'held');
  if (bad === undefined) link('Webhooks', webhooks.length > 0, `${webhooks.length} delivered`, ['webhooks']);
  else link('Webhooks', false, describeDelivery(bad, failing.length), ['webhooks', bad.id]);

  const handled = requests.find(({ requestId }) => requestId !== null && bad?.requestIds.includes(requestId));
  if (handled !== undefined) {
    const { id, status, reason, requestId } = handled;
    const said = [status ?? 'none', reason, ...errorsIn(loggedAbout(targets, requestId))];
    const isOk = status !== null && status < 400;
    link('Answer of the server', isOk, said.filter(Boolean).join(': '), ['requests', id]);
  }

  const text = JSON.stringify(records);
  const isRecorded = [row.plan, ...subscriptions.map(({ id }) => id)].some(
    (name) => name && text.includes(name),
  );
  const named = isRecorded ? 'names the plan' : 'names neither the plan nor the subscription';
  link('Record in the database', isRecorded, named, ['database']);
  return links;
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
  // The log keeps only the beginning of a long body.
  const names = Object.keys(parsedOr(update, {}) ?? {});
  return names.length === 0 ? [own] : names.map((name) => (own === '' ? name : `${own}/${name}`));
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
