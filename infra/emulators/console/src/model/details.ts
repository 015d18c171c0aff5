import { redacted } from '@outharbor/emulator-kit/redact';
import type {
  Area,
  DeliveryDetail,
  EventDetail,
  JsonValue,
  ObjectDetail,
  PersonDetail,
  RequestDetail,
  RequestRow,
  ServiceName,
} from '../rows.ts';
import { SERVICES } from '../rows.ts';
import { otherObjectPath } from '../stripe-ids.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import type { Model } from './model.ts';
import { newestFirst } from './newest-first.ts';
import { requestRow } from './service-copies.ts';
import { part, valueIn } from './sources.ts';
import { buildTimeline, type DatabaseWrite, withRequests } from './timeline.ts';

/** Everything about one thing; undefined for an unknown id. */
export async function readDetail(
  targets: ConsoleTargets,
  model: Model,
  area: Area,
  id: string,
): Promise<object | undefined> {
  switch (area) {
    case 'people':
      return personDetail(targets, model, id);
    case 'payments':
      return objectDetail(targets, model, id);
    case 'events':
      return eventDetail(targets, model, id);
    case 'webhooks':
      return deliveryDetail(targets, model, id);
    case 'requests':
      return requestDetail(targets, id);
    case 'bookings':
    case 'mails':
      return model.find(area, id);
  }
}

async function personDetail(
  targets: ConsoleTargets,
  model: Model,
  id: string,
): Promise<PersonDetail | undefined> {
  const person = model.people.find(id);
  if (person === undefined) return undefined;
  const { row, customers } = person;
  const uid = person.account?.id ?? null;
  const texts = [uid, row.email, ...customers].filter((text): text is string => Boolean(text));
  const [account, database, known, ...logs] = await Promise.all([
    uid === null ? null : part(targets.identity.account(uid)),
    part(targets.database.read()),
    part(Promise.all(customers.map((each) => targets.stripe.object(each)))),
    ...SERVICES.map((service) => part(requestsAbout(targets, service, texts))),
  ]);
  const ofApi = (targets.apiRequests?.list(undefined, { texts }) ?? []).map((each) =>
    requestRow('api', each),
  );
  const requests = [...logs.flatMap((each) => valueIn(each, [])), ...ofApi];
  const written = uid === null ? [] : valueIn(await part(findWrites(targets, requests, uid)), []);
  return {
    person: row,
    uid,
    account: account === null ? null : valueIn(account, null),
    records: uid === null ? {} : recordsUnder(valueIn(database, null), uid),
    customers: valueIn(known, []) as readonly JsonValue[],
    payments: model.ofPerson('payments', row.id),
    mails: model.ofPerson('mails', row.id),
    bookings: model.ofPerson('bookings', row.id),
    timeline: withRequests(
      buildTimeline(model.kept, (each) => model.findPerson(each) === row.id),
      ofApi,
      written,
    ),
    requests: requests.sort((one, other) => newestFirst(one.at, other.at)),
  };
}

async function requestsAbout(targets: ConsoleTargets, service: ServiceName, texts: readonly string[]) {
  const logged = await findControl(targets, service).requests({ texts });
  return logged.map((each) => requestRow(service, each));
}

const WRITES_SHOWN = 50;

/** The last writes to the database at a path that names the person. */
async function findWrites(
  { databaseControl }: ConsoleTargets,
  requests: readonly RequestRow[],
  uid: string,
): Promise<DatabaseWrite[]> {
  const isWrite = ({ service, method }: RequestRow) =>
    service === 'database' && !['GET', 'LISTEN'].includes(method);
  const writes = requests.filter(isWrite).slice(-WRITES_SHOWN);
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

async function objectDetail(
  { stripe, stripeApi }: ConsoleTargets,
  model: Model,
  id: string,
): Promise<ObjectDetail | undefined> {
  const row = model.find('payments', id) ?? null;
  const other = otherObjectPath(id);
  if (row === null && other === undefined) return undefined;
  const object = await part<object>(other === undefined ? stripe.object(id) : stripeApi.get(other));
  if (!object.ok) return undefined;
  const events = model.kept.events.filter(({ row: { object: subject } }) => subject === id);
  return {
    row,
    object: withoutSecrets(object.value),
    events: events.map((each) => model.shown(each)),
  };
}

function withoutSecrets(value: object): { readonly [key: string]: JsonValue } {
  return JSON.parse(redacted(JSON.stringify(value))) as { readonly [key: string]: JsonValue };
}

async function eventDetail(
  { stripe }: ConsoleTargets,
  model: Model,
  id: string,
): Promise<EventDetail | undefined> {
  const row = model.find('events', id);
  if (row === undefined) return undefined;
  const deliveries = model.kept.webhooks.filter(({ row: { eventId } }) => eventId === id);
  const event = withoutSecrets(await stripe.event(id));
  const data = event.data as { readonly object: JsonValue; readonly previous_attributes?: JsonValue };
  return {
    row,
    event,
    after: data.object,
    before: data.previous_attributes ?? null,
    deliveries: deliveries.map((each) => model.shown(each)),
  };
}

async function deliveryDetail(
  { stripe }: ConsoleTargets,
  model: Model,
  id: string,
): Promise<DeliveryDetail | undefined> {
  const row = model.find('webhooks', id);
  if (row === undefined) return undefined;
  if (row.service === 'stripe') {
    const { payload, attempts } = await stripe.delivery(id);
    const shown = attempts.map(
      ({ at, status, durationMs, signature, headers = {}, responseBody, error }) => ({
        at: new Date(at).toISOString(),
        status,
        durationMs,
        signature,
        headers,
        answer: error ?? responseBody ?? '',
      }),
    );
    return { row, payload: redacted(payload), attempts: shown };
  }
  const found = valueIn(model.sources.scheduling, undefined)?.deliveries.find((each) => each.id === id);
  if (found === undefined) return undefined;
  const attempts = found.attempts.map(({ headers = {}, ...attempt }) => ({ ...attempt, headers }));
  return { row, payload: found.body, attempts };
}

async function requestDetail(targets: ConsoleTargets, id: string): Promise<RequestDetail | undefined> {
  const [name = '', number = ''] = id.split('-');
  const service = [...SERVICES, 'api' as const].find((each) => each === name);
  if (service === undefined || !/^\d+$/.test(number)) return undefined;
  const found =
    service === 'api'
      ? targets.apiRequests?.find(undefined, Number(number))
      : valueIn(await part(findControl(targets, service).request(Number(number))), undefined);
  if (found === undefined) return undefined;
  const { requestHeaders, requestBody, responseHeaders, responseBody, ...row } = found;
  return { ...requestRow(service, row), requestHeaders, requestBody, responseHeaders, responseBody };
}

function findControl(targets: ConsoleTargets, service: ServiceName) {
  return {
    stripe: targets.stripe,
    identity: targets.identityControl,
    database: targets.databaseControl,
    scheduling: targets.scheduling,
  }[service];
}
