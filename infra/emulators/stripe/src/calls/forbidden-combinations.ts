import { exclusiveParameters, missingParameter, rejected } from '../description/api-error.ts';
import { parameterNames } from '../description/description.ts';
import type { FormObject, FormValue } from '../kinds/params/form.ts';

interface Combination {
  /** The parameter that an error names. */
  readonly param: string;
  /** What it cannot be combined with: a parameter, or one with a value (`a=b`). */
  readonly with?: string;
  /** Of what it needs one beside it. */
  readonly needs?: readonly string[];
  /** Stripe's text; that of exclusive parameters if absent. */
  readonly message?: string;
}

const ANCHORED = 'You cannot specify `proration_date` when `billing_cycle_anchor=now`.';

/** These parameters, each of which another one excludes. */
function each(names: string, other: string, message: (param: string) => string): Combination[] {
  const others = names.split(' ').filter((param) => param !== other);
  return others.map((param) => ({ param, with: other, message: message(param) }));
}

/** A schedule from a subscription takes everything from it (docs.stripe.com/api/subscription_schedules/create). */
const FROM_SUBSCRIPTION = each(
  parameterNames('POST /v1/subscription_schedules').join(' '),
  'from_subscription',
  (param) => `You cannot set \`${param}\` if \`from_subscription\` is set.`,
);

/** What only Stripe's own pages show. */
const OF_PAGES = each(
  'after_expiration branding_settings custom_fields custom_text optional_items origin_context redirect_on_completion submit_type tax_id_collection[required]',
  'ui_mode=elements',
  (param) => `\`${param}\` cannot be used when \`ui_mode\` is \`elements\`.`,
);

/** What a session that saves a card lacks. */
const NOT_IN_SETUP = each(
  'allow_promotion_codes custom_fields discounts line_items optional_items saved_payment_method_options shipping_address_collection submit_type',
  'mode=setup',
  (param) => `You can not pass \`${param}\` in \`setup\` mode.`,
);

/** An image is a file or has an address, as its type says. */
const IMAGES = ['icon', 'logo'].flatMap((image) =>
  ['file', 'url'].map((kind) => ({
    param: `branding_settings[${image}][type]=${kind}`,
    needs: [`branding_settings[${image}][${kind}]`],
  })),
);

const MANDATE = 'payment_method_options[acss_debit][mandate_options]';
const BY_INTERVALS = ['combined', 'interval'].map((schedule) => ({
  param: `${MANDATE}[payment_schedule]=${schedule}`,
  needs: [`${MANDATE}[interval_description]`],
}));

/** What Stripe's reference rules out in words, by operation. */
export const COMBINATIONS: Readonly<Record<string, readonly Combination[]>> = {
  'POST /v1/checkout/sessions': [
    { param: 'allow_promotion_codes', with: 'discounts' },
    { param: 'customer_creation', with: 'customer' },
    { param: 'customer_email', with: 'customer' },
    ...NOT_IN_SETUP,
    ...OF_PAGES,
    ...IMAGES,
  ],
  'POST /v1/invoices': [
    { param: 'due_date', with: 'days_until_due' },
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
    {
      param: 'subscription_details[proration_date]',
      needs: ['subscription_details[items]', 'subscription_details[trial_end]'],
    },
  ],
  'POST /v1/invoices/:id': [{ param: 'due_date', with: 'days_until_due' }],
  'POST /v1/payment_intents': BY_INTERVALS,
  'POST /v1/plans': [{ param: 'amount', with: 'amount_decimal' }],
  'POST /v1/setup_intents': BY_INTERVALS,
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
  for (const { param, with: other, needs, message } of combinations) {
    if (!isGiven(given, param)) continue;
    if (needs && !needs.some((name) => isGiven(form, name))) throw missingParameter(needs[0] ?? param);
    if (other === undefined || !isGiven(form, other)) continue;
    if (message !== undefined) throw rejected(message, param);
    throw exclusiveParameters([param, other].toSorted().join(', '), param);
  }
}

function isGiven(form: FormObject, wanted: string): boolean {
  const [name = '', value] = wanted.split('=');
  let given: FormValue | undefined = form;
  for (const key of name.replaceAll(']', '').split('[')) {
    given = typeof given === 'object' ? given[key] : undefined;
  }
  return value === undefined ? given !== undefined && given !== '' : given === value;
}
