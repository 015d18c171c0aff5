import type Stripe from 'stripe';
import { requireCustomer } from '../../customers/customer.ts';
import { noSuch, rejected } from '../../description/api-error.ts';
import { type Context, requireFound, type UsageSource } from '../../kinds/context.ts';
import { type Endpoint, get, nothing, type PathParams, post } from '../../kinds/endpoint.ts';
import { finderAmong, newId } from '../../kinds/objects.ts';
import { callParams } from '../../kinds/params/as-described.ts';
import { integer, type ReadValue } from '../../kinds/params/reader.ts';
import { type Part, reference } from '../../kinds/part.ts';
import { type ListParams, listFields, readPage } from '../../kinds/read-page.ts';
import { resource } from '../../kinds/resource.ts';
import { shown } from '../../kinds/store/kind-type.ts';
import { meters as known, type Meter, measureUsage, meterEvents, WINDOWS } from './meter-entities.ts';
import { meterEventEndpoints } from './meter-events.ts';
import { recordedUsage, usageRecordEndpoints } from './usage-records.ts';

const PATH = '/v1/billing/meters';

const updateParams = callParams<Stripe.Billing.MeterUpdateParams>(`POST ${PATH}/:id`);
const summaryParams = callParams<Stripe.Billing.MeterListEventSummariesParams & ListParams>(
  `GET ${PATH}/:id/event_summaries`,
  { ...listFields, end_time: integer(0), start_time: integer(0) },
);

const show: (meter: Meter) => Stripe.Billing.Meter = shown('billing.meter', {});
const wire = (_: Context, meter: Meter) => show(meter);

const resources = resource(PATH, finderAmong('billing meter', known), wire, {
  event: 'billing.meter',
});

const endpoints: readonly Endpoint[] = [
  post(PATH, callParams<Stripe.Billing.MeterCreateParams>(`POST ${PATH}`), (context, params) => {
    rejectTakenName(context, params.event_name);
    const now = context.time.now();
    return resources.created(context, {
      customer_mapping: { event_payload_key: 'stripe_customer_id', type: 'by_id' },
      event_time_window: null,
      value_settings: { event_payload_key: 'value' },
      ...params,
      ...ACTIVE,
      id: newId(context.livemode ? 'mtr' : 'mtr_test', 33),
      updated: now,
    });
  }),
  resources.list({ fields: ['status'] }),
  resources.retrieve,
  resources.update(updateParams, ({ display_name }, _before, { time }) => ({
    display_name,
    updated: time.now(),
  })),
  post(`${PATH}/:id/deactivate`, nothing, (context, _params, { id = '' }) => {
    const before = resources.find(context, id);
    if (before.status === 'inactive') throw rejected('This meter is already inactive.');
    const inactive = {
      status: 'inactive',
      status_transitions: { deactivated_at: context.time.now() },
    } as const;
    return change(context, before, inactive, 'billing.meter.deactivated');
  }),
  post(`${PATH}/:id/reactivate`, nothing, (context, _params, { id = '' }) => {
    const before = resources.find(context, id);
    if (before.status === 'active') throw rejected('This meter is already active.');
    rejectTakenName(context, before.event_name);
    return change(context, before, ACTIVE, 'billing.meter.reactivated');
  }),
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
    (known(store).get(recurring?.meter ?? '')?.default_aggregation.formula ?? 'last') !== 'last',
  /** Nothing new can be measured with a deactivated meter. */
  requireMeter: ({ store }, id, param) => {
    const meter = known(store).get(id);
    if (meter === undefined) throw noSuch('billing meter', id, param);
    if (meter.status === 'active') return;
    throw rejected('The meter specified is inactive. This field only accepts active meters.', param);
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
  references: { meter: reference('billing meter', known, wire) },
  usage: [metered, recorded],
};

const ACTIVE = { status: 'active', status_transitions: { deactivated_at: null } } as const;

/** Only one active meter can have an event name. */
function rejectTakenName({ store }: Context, name: string): void {
  for (const { id, event_name, status } of known(store).values()) {
    if (event_name !== name || status === 'inactive') continue;
    throw rejected(`An active meter (\`${id}\`) already has the event name \`${name}\`.`, {
      code: 'resource_already_exists',
      param: 'event_name',
    });
  }
}

function change(context: Context, before: Meter, changes: Partial<Meter>, event: string): object {
  return resources.updated(context, before, { ...before, ...changes, updated: context.time.now() }, event);
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
    throw rejected(`\`${name}\` must be aligned with ${window ?? 'minute'} boundaries.`, name);
  }
  if (end <= start) throw rejected('`end_time` must be after `start_time`.', 'end_time');
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

function measured(
  { store }: Context,
  { id }: Meter,
  { start, end, step }: { readonly start: number; readonly end: number; readonly step: number },
): (readonly [number, number])[] {
  const starts = new Set<number>();
  for (const { meter, timestamp } of meterEvents(store).values()) {
    if (meter === id && timestamp >= start && timestamp < end) starts.add(timestamp - (timestamp % step));
  }
  return [...starts].sort((a, b) => b - a).map((from) => [from, from + step] as const);
}
