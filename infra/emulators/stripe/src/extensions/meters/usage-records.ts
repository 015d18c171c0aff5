import { billThresholds } from '../../billing/subscriptions/bill-thresholds.ts';
import { usageIn } from '../../billing/subscriptions/period-lines.ts';
import { requireSubscriptionItem } from '../../billing/subscriptions/subscription.ts';
import { moment } from '../../billing/subscriptions/subscription-params.ts';
import { type Price, requirePrice } from '../../catalogue/price.ts';
import { ApiError, rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, type PathParams, post } from '../../kinds/endpoint.ts';
import { newId } from '../../kinds/objects.ts';
import { object } from '../../kinds/params/composite.ts';
import { integer, oneOf, optional, type ReadValue } from '../../kinds/params/reader.ts';
import { partList } from '../../kinds/read-page.ts';
import { type Span, usageRecords } from './meter-entities.ts';

const PATH = '/v1/subscription_items/:id';

const createParams = object({
  action: optional(oneOf('increment', 'set')),
  quantity: integer(0),
  timestamp: optional(moment),
});

/** Usage as it is recorded in versions before basil. */
export const usageRecordEndpoints: readonly Endpoint[] = [
  post(`${PATH}/usage_records`, createParams, create),
  partList(`${PATH}/usage_record_summaries`, 'usage_record_summary', (context, id) => ({
    matches: summarize(context, id),
    wire: (summary) => summary,
  })),
];

const REMOVED_IN = '2025-03-31';

function requireMetered(context: Context, id: string): ReturnType<typeof requireSubscriptionItem> {
  if (context.cause.version >= REMOVED_IN) {
    throw new ApiError(
      404,
      'invalid_request_error',
      'Unrecognized request URL. Usage records were removed in 2025-03-31.basil; use billing meters instead.',
    );
  }
  const found = requireSubscriptionItem(context, id);
  const { hidden } = requirePrice(context.store, found.item.price);
  if (hidden?.aggregate_usage !== undefined) return found;
  throw rejected(
    `Cannot create the usage record because the subscription item ${id} is not on a metered plan with usage records.`,
  );
}

/** Adds to what is recorded for the second, or replaces it. */
function create(
  context: Context,
  { action = 'increment', quantity, timestamp }: ReadValue<typeof createParams>,
  { id = '' }: PathParams,
): object {
  const { store, time } = context;
  const { item, subscription } = requireMetered(context, id);
  const now = time.now(subscription.test_clock);
  const at = timestamp === undefined || timestamp === 'now' ? now : timestamp;
  if (at > now || at < item.current_period_start) {
    throw rejected('The timestamp must be within the current period and not in the future.', 'timestamp');
  }
  const [known] = usageRecords(store).where('subscription_item', id, ({ timestamp }) => timestamp === at);
  const total = action === 'set' ? quantity : quantity + (known?.quantity ?? 0);
  const record = usageRecords(store).put({
    id: known?.id ?? newId('mbur'),
    subscription_item: id,
    timestamp: at,
    quantity: total,
  });
  billThresholds(context, subscription.id);
  return { ...record, object: 'usage_record', livemode: false };
}

/** The period that is not billed yet, then what each invoice billed. */
function summarize(context: Context, id: string) {
  const { item, subscription } = requireMetered(context, id);
  const now = context.time.now(subscription.test_clock);
  const current = {
    invoice: null,
    start: item.current_period_start,
    end: null,
    usage: usageIn(context, subscription, item, now),
  };
  const invoices = [...context.store.invoices.where('subscription', subscription.id)];
  const billed = invoices.flatMap((invoice) => {
    const lines = invoice.lines.filter(({ subscription_item }) => subscription_item === id);
    const [first] = lines;
    if (first === undefined || first.period_end > item.current_period_start) return [];
    const usage = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    return [{ invoice: invoice.id, start: first.period_start, end: first.period_end, usage }];
  });
  return [current, ...billed].map(({ invoice, start, end, usage }) => ({
    id: `sis_${id.slice('si_'.length)}${start}`,
    object: 'usage_record_summary',
    invoice,
    livemode: false,
    period: { end, start },
    subscription_item: id,
    total_usage: usage,
  }));
}

interface Aggregated extends Omit<Span, 'customer'> {
  readonly aggregateUsage: NonNullable<NonNullable<Price['hidden']>['aggregate_usage']>;
}

/** The usage recorded for a subscription's item, aggregated as its price says; 0 without records. */
export function recordedUsage(
  { store }: Context,
  item: string,
  { aggregateUsage, start, end }: Aggregated,
): number {
  const records = [...usageRecords(store).values()]
    .filter(({ subscription_item, timestamp }) => subscription_item === item && timestamp < end)
    .filter(({ timestamp }) => aggregateUsage === 'last_ever' || timestamp >= start)
    .toSorted((a, b) => a.timestamp - b.timestamp);
  const quantities = records.map(({ quantity }) => quantity);
  if (aggregateUsage === 'sum') return quantities.reduce((sum, quantity) => sum + quantity, 0);
  return (aggregateUsage === 'max' ? Math.max(0, ...quantities) : quantities.at(-1)) ?? 0;
}
