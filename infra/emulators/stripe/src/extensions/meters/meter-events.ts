import type Stripe from 'stripe';
import { billThresholds } from '../../billing/subscriptions/bill-thresholds.ts';
import { invalidRequest, missingParameter, noSuch, rejected } from '../../description/api-error.ts';
import { SECONDS_A_DAY } from '../../kinds/clock/calendar.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, post } from '../../kinds/endpoint.ts';
import { callParams } from '../../kinds/params/as-described.ts';
import { integer, type Reader, type ReadValue, text } from '../../kinds/params/reader.ts';
import { randomUuid } from '../../kinds/random-text.ts';
import { type Meter, meterEvents, meters } from './meter-entities.ts';

type Payload = Readonly<Record<string, string>>;

const payload: Reader<Payload> = (value, name) => {
  if (value === undefined) throw missingParameter(name);
  if (typeof value !== 'object') throw invalidRequest('Invalid object', { param: name });
  const entries = Object.entries(value).map(([key, part]) => [key, text(100)(part, `${name}[${key}]`)]);
  return Object.fromEntries(entries) as Payload;
};

const EVENTS = '/v1/billing/meter_events';
const ADJUSTMENTS = '/v1/billing/meter_event_adjustments';

const createParams = callParams<Stripe.Billing.MeterEventCreateParams>(`POST ${EVENTS}`, {
  payload,
  timestamp: integer(0),
});
const adjustParams = callParams<Stripe.Billing.MeterEventAdjustmentCreateParams>(`POST ${ADJUSTMENTS}`, {
  'cancel[identifier]!': text(100),
});

export const meterEventEndpoints: readonly Endpoint[] = [
  post(EVENTS, createParams, create),
  /** An event can be canceled within a day of its creation. */
  post(ADJUSTMENTS, adjustParams, (context, { cancel, event_name, type }) => {
    const { store, time } = context;
    const meter = meterFor(context, event_name);
    const { identifier } = cancel ?? {};
    if (identifier === undefined) throw missingParameter('cancel[identifier]');
    const event = meterEvents(store).get(identifier);
    if (event === undefined || event.meter !== meter.id || event.canceled) {
      throw noSuch('meter event', identifier, 'cancel[identifier]');
    }
    if (event.created < time.now() - SECONDS_A_DAY) {
      throw rejected('A meter event can only be canceled within 24 hours of its creation.', {
        param: 'cancel[identifier]',
      });
    }
    meterEvents(store).put({ ...event, canceled: true });
    return {
      object: 'billing.meter_event_adjustment',
      cancel: { identifier },
      event_name,
      livemode: false,
      status: 'pending',
      type,
    };
  }),
];

function meterFor({ store }: Context, event_name: string): Meter {
  for (const meter of meters(store).values()) {
    if (meter.event_name === event_name && meter.status === 'active') return meter;
  }
  throw rejected(`No active meter found for event name "${event_name}".`, 'event_name');
}

/** Usage counts from the moment it is recorded, whereas Stripe aggregates it a little later. */
function create(
  context: Context,
  { event_name, payload: given, ...params }: ReadValue<typeof createParams>,
): Stripe.Billing.MeterEvent {
  const { store, time } = context;
  const meter = meterFor(context, event_name);
  const id = params.identifier ?? randomUuid();
  if (meterEvents(store).get(id) !== undefined) {
    throw rejected(`An event already exists with identifier ${id}.`, 'identifier');
  }
  const customer = findCustomer(context, meter, given);
  const created = time.now();
  const timestamp = params.timestamp ?? time.now(customer.test_clock);
  rejectOutside(timestamp, time.now(customer.test_clock));
  const value = measured(meter, given);
  meterEvents(store).put({
    id,
    created,
    timestamp,
    meter: meter.id,
    customer: customer.id,
    value,
    canceled: false,
  });
  for (const { id: subscription } of [...store.subscriptions.where('customer', customer.id)]) {
    billThresholds(context, subscription);
  }
  return {
    object: 'billing.meter_event',
    created,
    event_name,
    identifier: id,
    livemode: false,
    payload: given,
    timestamp,
  };
}

function findCustomer(
  { store }: Context,
  { customer_mapping: { event_payload_key: key } }: Meter,
  given: Payload,
) {
  const id = given[key];
  const param = `payload[${key}]`;
  if (id === undefined) throw missingParameter(param);
  const customer = store.customers.get(id);
  if (customer === undefined || customer.hidden.deleted) throw noSuch('customer', id, param);
  return customer;
}

/** An event that is counted needs no value. */
function measured({ default_aggregation, value_settings }: Meter, given: Payload): number {
  const key = value_settings.event_payload_key;
  const text = given[key];
  const param = `payload[${key}]`;
  if (text === undefined && default_aggregation.formula === 'count') return 1;
  if (text === undefined) throw missingParameter(param);
  if (/^-?\d{1,15}(\.\d{1,12})?$/.test(text)) return Number(text);
  throw rejected(`The value of a meter event must be a number: ${text}`, param);
}

const DAYS_BACK = 35;
const SECONDS_AHEAD = 300;

function rejectOutside(timestamp: number, now: number): void {
  if (timestamp > now + SECONDS_AHEAD) {
    throw rejected('The timestamp must be at most 5 minutes in the future.', 'timestamp');
  }
  if (timestamp < now - DAYS_BACK * SECONDS_A_DAY) {
    throw rejected('The timestamp must be within the past 35 calendar days.', 'timestamp');
  }
}
