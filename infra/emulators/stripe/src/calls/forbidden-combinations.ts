import { type ApiError, exclusiveParameters, rejected } from '../description/api-error.ts';
import { parameterNames } from '../description/description.ts';
import type { FormObject, FormValue } from '../kinds/params/form.ts';

interface Combination {
  /** The parameter that an error names. */
  readonly param: string;
  /** What it cannot be combined with: a parameter, or one with a value (`a=b`). */
  readonly with: string;
  /** Stripe's text; that of exclusive parameters if absent. */
  readonly message?: string;
}

const ANCHORED = 'You cannot specify `proration_date` when `billing_cycle_anchor=now`.';

/** A schedule from a subscription takes everything from it (docs.stripe.com/api/subscription_schedules/create). */
const FROM_SUBSCRIPTION = parameterNames('POST /v1/subscription_schedules')
  .filter((param) => param !== 'from_subscription')
  .map((param) => ({
    param,
    with: 'from_subscription',
    message: `You cannot set \`${param}\` if \`from_subscription\` is set.`,
  }));

/** What Stripe's reference rules out in words, by operation. */
export const COMBINATIONS: Readonly<Record<string, readonly Combination[]>> = {
  'POST /v1/checkout/sessions': [{ param: 'allow_promotion_codes', with: 'discounts' }],
  'POST /v1/invoices': [
    {
      param: 'pending_invoice_items_behavior',
      with: 'subscription',
      message: 'You cannot specify `pending_invoice_items_behavior` together with `subscription`.',
    },
  ],
  'POST /v1/invoices/create_preview': [
    {
      param: 'subscription_details[proration_date]',
      with: 'subscription_details[billing_cycle_anchor][type]=now',
      message: ANCHORED,
    },
  ],
  'POST /v1/subscriptions/:id': [
    { param: 'proration_date', with: 'billing_cycle_anchor[type]=now', message: ANCHORED },
    {
      param: 'trial_end',
      with: 'trial_from_plan=true',
      message: 'You cannot set `trial_end` or `trial_period_days` when `trial_from_plan=true`.',
    },
  ],
  'POST /v1/subscription_schedules': FROM_SUBSCRIPTION,
};

/** Throws if the parameters `given` to a call exclude each other; `form` has them as in the newest version. */
export function rejectCombined(
  combinations: readonly Combination[],
  given: FormObject,
  form: FormObject,
): void {
  const found = combinations.find(
    (combination) => isGiven(given, combination.param) && isGiven(form, combination.with),
  );
  if (found !== undefined) throw combined(found);
}

function combined({ param, with: other, message }: Combination): ApiError {
  return message === undefined ? exclusiveParameters(`${param}, ${other}`, param) : rejected(message, param);
}

function isGiven(form: FormObject, wanted: string): boolean {
  const [name = '', value] = wanted.split('=');
  let given: FormValue | undefined = form;
  for (const key of name.replaceAll(']', '').split('[')) {
    given = typeof given === 'object' ? given[key] : undefined;
  }
  return value === undefined ? given !== undefined && given !== '' : given === value;
}
