import type Stripe from 'stripe';
import { requireCustomer } from '../../customers/customer.ts';
import { noSuch, rejected } from '../../description/api-error.ts';
import type { Context, UsageSource } from '../../kinds/context.ts';
import { type Endpoint, get, nothing, type PathParams, post } from '../../kinds/endpoint.ts';
import { finderAmong } from '../../kinds/lookup.ts';
import { object } from '../../kinds/params/composite.ts';
import { listFields } from '../../kinds/params/list-params.ts';
import { integer, oneOf, optional, type ReadValue, text } from '../../kinds/params/reader.ts';
import { type Part, reference } from '../../kinds/part.ts';
import { readPage } from '../../kinds/read-page.ts';
import { requireFound } from '../../kinds/require.ts';
import { resource } from '../../kinds/resource.ts';
import { newId } from '../../kinds/store/identifiers.ts';
import { meters as known, type Meter, meterEvents } from './meter-entities.ts';
import { meterEventEndpoints } from './meter-events.ts';
import { measureUsage, WINDOWS } from './meter-usage.ts';
import { recordedUsage } from './recorded-usage.ts';
import { usageRecordEndpoints } from './usage-records.ts';

const PATH = '/v1/billing/meters';

const createParams = object({
  customer_mapping: optional(object({ event_payload_key: text(100), type: oneOf('by_id') })),
  default_aggregation: object({ formula: oneOf('count', 'last', 'sum') }),
  display_name: text(250),
  event_name: text(100),
  event_time_window: optional(oneOf('day', 'hour')),
  value_settings: optional(object({ event_payload_key: text(100) })),
});
const updateParams = object({ display_name: optional(text(250)) });
const summaryParams = object({
  ...listFields,
  customer: text(),
  end_time: integer(0),
  start_time: integer(0),
  value_grouping_window: optional(oneOf('day', 'hour')),
});

const resources = resource(PATH, finderAmong('billing meter', known), (_, entity) => meterWire(entity), {
  event: 'billing.meter',
});

const endpoints: readonly Endpoint[] = [
  post(PATH, createParams, create),
  resources.list({
    filters: { status: ({ deactivated_at }) => (deactivated_at === null ? 'active' : 'inactive') },
  }),
  resources.retrieve,
  resources.update(updateParams, ({ display_name }, _before, { time }) => ({
    display_name,
    updated: time.now(),
  })),
  post(`${PATH}/:id/deactivate`, nothing, deactivate),
  post(`${PATH}/:id/reactivate`, nothing, reactivate),
  get(`${PATH}/:id/event_summaries`, summaryParams, summarize),
];

const metered: UsageSource = {
  measure: (context, { hidden, recurring }, used) => {
    const id = recurring?.meter;
    if (hidden?.aggregate_usage !== undefined || id == null) return undefined;
    const meter = requireFound(known(context.store).get(id), `meter ${id}`);
    return Math.max(0, measureUsage(context, meter, used));
  },
  addsUp: ({ store }, { recurring }) =>
    (known(store).get(recurring?.meter ?? '')?.formula ?? 'last') !== 'last',
  /** Nothing new can be measured with a deactivated meter. */
  requireMeter: ({ store }, id, param) => {
    const meter = known(store).get(id);
    if (meter === undefined) throw noSuch('billing meter', id, param);
    if (meter.deactivated_at === null) return;
    throw rejected('The meter specified is inactive. This field only accepts active meters.', { param });
  },
};

/** Before basil. */
const recorded: UsageSource = {
  measure: (context, { hidden }, { item, start, end }) => {
    const aggregateUsage = hidden?.aggregate_usage;
    return aggregateUsage && recordedUsage(context, item, { aggregateUsage, start, end });
  },
  addsUp: (_, { hidden }) => hidden?.aggregate_usage === 'sum',
};

export const meters: Part = {
  endpoints: [...endpoints, ...meterEventEndpoints, ...usageRecordEndpoints],
  references: { meter: reference('billing meter', known, (_, meter) => meterWire(meter)) },
  usage: [metered, recorded],
};

function meterWire(meter: Meter): Stripe.Billing.Meter {
  return {
    id: meter.id,
    object: 'billing.meter',
    created: meter.created,
    customer_mapping: { event_payload_key: meter.customerKey, type: 'by_id' },
    default_aggregation: { formula: meter.formula },
    display_name: meter.display_name,
    event_name: meter.event_name,
    event_time_window: meter.event_time_window,
    livemode: false,
    status: meter.deactivated_at === null ? 'active' : 'inactive',
    status_transitions: { deactivated_at: meter.deactivated_at },
    updated: meter.updated,
    value_settings: { event_payload_key: meter.valueKey },
  };
}

function create(context: Context, params: ReadValue<typeof createParams>): object {
  rejectTakenName(context, params.event_name);
  const now = context.time.now();
  return resources.created(context, {
    id: newId(context.livemode ? 'mtr' : 'mtr_test', 33),
    created: now,
    updated: now,
    display_name: params.display_name,
    event_name: params.event_name,
    formula: params.default_aggregation.formula,
    customerKey: params.customer_mapping?.event_payload_key ?? 'stripe_customer_id',
    valueKey: params.value_settings?.event_payload_key ?? 'value',
    event_time_window: params.event_time_window ?? null,
    deactivated_at: null,
  });
}

/** Only one active meter can have an event name. */
function rejectTakenName({ store }: Context, name: string): void {
  for (const { id, event_name, deactivated_at } of known(store).values()) {
    if (event_name !== name || deactivated_at !== null) continue;
    throw rejected(`An active meter (\`${id}\`) already has the event name \`${name}\`.`, {
      code: 'resource_already_exists',
      param: 'event_name',
    });
  }
}

function change(context: Context, before: Meter, changes: Partial<Meter>, event: string): object {
  return resources.updated(context, before, { ...before, ...changes, updated: context.time.now() }, event);
}

function deactivate(context: Context, _params: object, { id = '' }: PathParams): object {
  const before = resources.find(context, id);
  if (before.deactivated_at !== null) throw rejected('This meter is already inactive.');
  return change(context, before, { deactivated_at: context.time.now() }, 'billing.meter.deactivated');
}

function reactivate(context: Context, _params: object, { id = '' }: PathParams): object {
  const before = resources.find(context, id);
  if (before.deactivated_at === null) throw rejected('This meter is already active.');
  rejectTakenName(context, before.event_name);
  return change(context, before, { deactivated_at: null }, 'billing.meter.reactivated');
}

/** One summary for the whole time or, newest first, one for each window in which something was measured. */
function summarize(
  context: Context,
  params: ReadValue<typeof summaryParams>,
  { id = '' }: PathParams,
): object {
  const meter = resources.find(context, id);
  const customer = requireCustomer(context, params.customer, 'customer');
  const { start_time: start, end_time: end, value_grouping_window: window } = params;
  const step = window === undefined ? 60 : WINDOWS[window];
  for (const [name, time] of [
    ['start_time', start],
    ['end_time', end],
  ] as const) {
    if (time % step === 0) continue;
    throw rejected(`\`${name}\` must be aligned with ${window ?? 'minute'} boundaries.`, { param: name });
  }
  if (end <= start) throw rejected('`end_time` must be after `start_time`.', { param: 'end_time' });
  const spans =
    window === undefined ? [[start, end] as const] : measured(context, meter, { start, end, step });
  const summaries = spans
    .map(([from, to]) => ({
      // Derived from what it sums up, so that it is a stable cursor.
      id: `mtrusg_${meter.id.replace('mtr_', '')}_${from}_${to}`,
      object: 'billing.meter_event_summary' as const,
      aggregated_value: measureUsage(context, meter, { customer: customer.id, start: from, end: to }),
      end_time: to,
      livemode: false,
      meter: meter.id,
      start_time: from,
    }))
    .filter(({ aggregated_value: value }) => window === undefined || value !== 0);
  const source = {
    matches: summaries,
    url: `${PATH}/${id}/event_summaries`,
    kind: 'summary',
  };
  return readPage(context, source, params, (summary) => summary);
}

interface Grid {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

function measured(
  { store }: Context,
  { id }: Meter,
  { start, end, step }: Grid,
): (readonly [number, number])[] {
  const starts = new Set<number>();
  for (const { meter, timestamp } of meterEvents(store).values()) {
    if (meter === id && timestamp >= start && timestamp < end) starts.add(timestamp - (timestamp % step));
  }
  return [...starts].sort((a, b) => b - a).map((from) => [from, from + step] as const);
}
