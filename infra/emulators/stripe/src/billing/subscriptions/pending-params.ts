import { rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';

/** The parameters that pending updates support; see docs.stripe.com/billing/subscriptions/pending-updates. */
const SUPPORTED: ReadonlySet<string> = new Set([
  'add_invoice_items',
  'billing_cycle_anchor',
  'discounts',
  'items',
  'payment_behavior',
  'price',
  'proration_behavior',
  'proration_date',
  'quantity',
  'subscription',
  'trial_end',
  'trial_from_plan',
]);

/** Those that only newer versions support, by the first one. */
const SUPPORTED_SINCE: Readonly<Record<string, string>> = {
  cancel_at_period_end: '2026-09-30.endive',
  metadata: '2026-05-27.dahlia',
};

const UNSUPPORTED_OF_ITEMS = ['billing_thresholds', 'clear_usage', 'deleted', 'tax_rates'];

interface Given {
  readonly payment_behavior?: string | undefined;
  readonly items?: readonly object[] | undefined;
}

/** With `pending_if_incomplete`, Stripe rejects parameters that cannot wait for a payment. */
export function rejectUnlessSupported({ cause: { version } }: Context, params: Given): void {
  if (params.payment_behavior !== 'pending_if_incomplete') return;
  const items = (params.items ?? []).flatMap((item, index) =>
    Object.keys(item)
      .filter((name) => UNSUPPORTED_OF_ITEMS.includes(name))
      .map((name) => `items[${index}][${name}]`),
  );
  const isSupported = (name: string) => SUPPORTED.has(name) || version >= (SUPPORTED_SINCE[name] ?? '~');
  const [first] = [...Object.keys(params).filter((name) => !isSupported(name)), ...items];
  if (first === undefined) return;
  throw rejected(
    `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you can only pass supported params. \`${first}\` is not supported. See https://stripe.com/docs/billing/subscriptions/pending-updates-reference#supported-attributes for more details.`,
  );
}
