import { notSupported } from '../errors/api-error.ts';
import { object } from '../params/composite.ts';
import { metadata } from '../params/metadata.ts';
import { flag, integer, oneOf, optional, type Reader, text } from '../params/reader.ts';
import { taxRatesParam } from '../params/tax-rates.ts';

/** A time in Unix seconds, or `now`. */
export const moment: Reader<number | 'now'> = (value, name) =>
  value === 'now' ? 'now' : integer(0)(value, name);

/** Sending invoices for manual payment is not supported. */
export const automatically: Reader<'charge_automatically'> = (value, name) => {
  if (oneOf('charge_automatically', 'send_invoice')(value, name) === 'charge_automatically') {
    return 'charge_automatically';
  }
  throw notSupported(`${name}=send_invoice`, name);
};

export const feedback = oneOf(
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
);

export const itemChange = object(
  {
    clear_usage: optional(flag),
    deleted: optional(flag),
    id: optional(text()),
    metadata,
    price: optional(text()),
    quantity: optional(integer(0, 999_999)),
    tax_rates: taxRatesParam,
  },
  ['billing_thresholds', 'current_trial', 'discounts', 'plan', 'price_data'],
);

export const anchorChange = optional(object({ type: oneOf('now', 'unchanged') }));

const paymentBehavior = oneOf(
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
);

export const billingFields = {
  off_session: optional(flag),
  payment_behavior: optional(paymentBehavior),
  proration_behavior: optional(oneOf('always_invoice', 'create_prorations', 'none')),
  proration_date: optional(integer(0)),
} as const;
