import { redacted, redactedValue } from '@outharbor/emulator-kit/redact';
import { compareValues } from '@outharbor/emulator-kit/state-differences';
import type { JsonValue } from '../json-value.ts';
import type { Area } from '../rows.ts';
import { SERVICES } from '../rows.ts';
import { otherObjectPath } from '../stripe-ids.ts';
import { type ConsoleTargets, loggedAbout } from '../targets/console-targets.ts';
import { writeMail } from './mail-texts.ts';
import type { Model } from './model.ts';
import { personDetail } from './person.ts';
import { requestRow } from './service-copies.ts';
import { readOr, valueIn } from './sources.ts';

type Read = (targets: ConsoleTargets, model: Model, id: string) => Promise<object | undefined>;

const DETAILS = {
  people: personDetail,
  payments: objectDetail,
  events: eventDetail,
  webhooks: deliveryDetail,
  requests: requestDetail,
  bookings: async (_targets, model, id) => model.find('bookings', id),
  mails: mailDetail,
} satisfies Readonly<Record<Area, Read>>;

/** What a reading of one thing of each area resolves with. */
export type Details = {
  readonly [A in Area]: NonNullable<Awaited<ReturnType<(typeof DETAILS)[A]>>>;
};

/** Everything about one thing; undefined for an unknown id. */
export function readDetail(area: Area, ...of: Parameters<Read>): Promise<object | undefined> {
  return DETAILS[area](...of);
}

async function objectDetail({ stripe, stripeApi }: ConsoleTargets, model: Model, id: string) {
  const row = model.find('payments', id) ?? null;
  const other = otherObjectPath(id);
  const reading: Promise<object> = other === undefined ? stripe.object(id) : stripeApi.get(other);
  const object = await readOr(reading, undefined);
  if (object === undefined) return undefined;
  const events = model.kept.events.filter(({ row: { object: subject } }) => subject === id);
  return {
    row,
    object: withoutSecrets(object),
    events: events.map((each) => model.shown(each)),
  };
}

const withoutSecrets = (value: object) => redactedValue(value) as { readonly [key: string]: JsonValue };

async function eventDetail({ stripe }: ConsoleTargets, model: Model, id: string) {
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

interface StripeEvent {
  readonly api_version: string;
  readonly data: object;
}

async function deliveryDetail({ stripe }: ConsoleTargets, model: Model, id: string) {
  const row = model.find('webhooks', id);
  if (row === undefined) return undefined;
  if (row.service === 'stripe') {
    const { payload, attempts, versions } = await stripe.delivery(id);
    const shown = attempts.map(({ at, responseBody, error, ...attempt }) => {
      const realAt = new Date(at).toISOString();
      const answer = error ?? responseBody ?? '';
      return model.time.stamped({ ...attempt, at: realAt, realAt, answer });
    });
    const event = await readOr(stripe.event(row.eventId), undefined);
    const { api_version: version, data } = JSON.parse(payload) as StripeEvent;
    const differences = event && compareValues(event.data, data).rows;
    return { row, payload: redacted(payload), attempts: shown, version, versions, differences };
  }
  const found = valueIn(model.sources.scheduling, undefined)?.deliveries.find((each) => each.id === id);
  if (found === undefined) return undefined;
  const attempts = found.attempts.map(({ at, headers = {}, ...attempt }) => {
    return model.time.stamped({ ...attempt, at, realAt: at, headers });
  });
  return { row, payload: found.body, attempts, version: undefined, versions: [], differences: undefined };
}

async function mailDetail({ mailTexts, projectId }: ConsoleTargets, model: Model, id: string) {
  const row = model.find('mails', id);
  if (row === undefined) return undefined;
  const { to, kind, link, person } = row;
  const { email = to, name = '' } = model.people.find(person ?? '')?.row ?? {};
  const values = { APP_NAME: projectId, DISPLAY_NAME: name, EMAIL: to, LINK: link, NEW_EMAIL: email };
  const from = `noreply@${projectId}.firebaseapp.com`;
  return { ...row, from, text: writeMail(kind, mailTexts, values) };
}

async function requestDetail(targets: ConsoleTargets, model: Model, id: string) {
  const [name = '', number = ''] = id.split('-');
  const service = [...SERVICES, 'api' as const].find((each) => each === name);
  if (service === undefined || !/^\d+$/.test(number)) return undefined;
  const found =
    service === 'api'
      ? targets.apiRequests?.find(undefined, Number(number))
      : await readOr(targets.controls[service].request(Number(number)), undefined);
  if (found === undefined) return undefined;
  const logged = service === 'api' ? loggedAbout(targets, found.requestId) : [];
  return { ...found, ...model.time.stamped(requestRow(service, found)), logged };
}

interface StripeEndpoint {
  readonly id: string;
  readonly url: string;
  readonly status: string;
  readonly enabled_events: readonly string[];
}

/** Where Stripe and the scheduling service send webhooks. */
export async function listEndpoints({ stripeApi }: ConsoleTargets, { sources }: Model) {
  const reading = stripeApi.get<{ readonly data: readonly StripeEndpoint[] }>('webhook_endpoints?limit=100');
  const { data } = await readOr(reading, { data: [] });
  const { subscriptions = [] } = valueIn(sources.scheduling, undefined) ?? {};
  return [
    ...data.map(({ id, url, status: state, enabled_events: events }) => ({ id, url, state, events })),
    ...subscriptions.map(({ id, url, disabledAt, events }) => {
      return { id, url, state: disabledAt === undefined ? 'enabled' : 'disabled', events };
    }),
  ];
}
