import { BANK_DEBIT_TYPES } from '../customers/methods/test-card.ts';
import { parameterAtStripe } from '../description/description.ts';
import { defined } from '../description/json.ts';
import { asDescribed } from '../kinds/params/as-described.ts';
import { object } from '../kinds/params/composite.ts';
import { clearable, oneOf, optional, type ReadValue } from '../kinds/params/reader.ts';
import type {
  CardOptions,
  DebitOptions,
  PaymentIntent,
  SetupIntent,
  ThreeDSecure,
} from './payment-entities.ts';

export const captureMethodParam = oneOf('automatic', 'automatic_async', 'manual');

const threeDSecure = optional(oneOf('any', 'automatic', 'challenge'));

/** The options of bank debits are read as Stripe describes them. */
function debitOptionsParam(call: string) {
  const types = BANK_DEBIT_TYPES.filter(
    (type) => parameterAtStripe(call, `payment_method_options[${type}]`).length > 0,
  );
  return Object.fromEntries(
    types.map((type) => [type, clearable(asDescribed(call, `payment_method_options[${type}]`))]),
  );
}

/** The terms of recurring payments by card, which are only returned. */
function mandateOptionsParam(call: string) {
  return optional(asDescribed(call, 'payment_method_options[card][mandate_options]'));
}

const incrementalAuthorizationParam = optional(oneOf('if_available', 'never'));

/** The options of a setup. */
export const setupOptionsParam = optional(
  object({
    ...debitOptionsParam('POST /v1/setup_intents'),
    card: optional(
      object({
        mandate_options: mandateOptionsParam('POST /v1/setup_intents'),
        request_three_d_secure: threeDSecure,
      }),
    ),
  }),
);

/** The same for a payment, whose card may be captured and saved otherwise than its other payment methods. */
export const intentOptionsParam = optional(
  object({
    ...debitOptionsParam('POST /v1/payment_intents'),
    card: clearable(
      object({
        capture_method: clearable(oneOf('manual')),
        mandate_options: mandateOptionsParam('POST /v1/payment_intents'),
        request_incremental_authorization: incrementalAuthorizationParam,
        request_three_d_secure: threeDSecure,
        setup_future_usage: clearable(oneOf('none', 'off_session', 'on_session')),
      }),
    ),
  }),
);

interface GivenCard {
  readonly capture_method?: 'manual' | null | undefined;
  readonly mandate_options?: unknown;
  readonly request_incremental_authorization?: CardOptions['incremental_authorization'] | undefined;
  readonly setup_future_usage?: CardOptions['setup_future_usage'] | null;
}

/** What a payment says of its card, together with what was said before. */
export function readCardOptions(
  given: { readonly card?: GivenCard | null | undefined } | undefined,
  before: CardOptions = {},
): CardOptions {
  if (given?.card === null) return {};
  const {
    capture_method,
    request_incremental_authorization: incremental_authorization = before.incremental_authorization,
    setup_future_usage: usage,
  } = given?.card ?? {};
  return defined({
    ...before,
    ...(capture_method !== undefined && { capture_method: capture_method ?? undefined }),
    incremental_authorization,
    ...readMandateOptions(given),
    ...(usage !== undefined && { setup_future_usage: usage ?? undefined }),
  });
}

/** The terms of recurring payments that a request gives, with null for those that it does not. */
function readMandateOptions(
  given: { readonly card?: object | null | undefined } | undefined,
): Pick<CardOptions, 'mandate_options'> {
  const { card } = given ?? {};
  const terms = card && 'mandate_options' in card ? card.mandate_options : null;
  if (typeof terms !== 'object' || terms === null) return {};
  return { mandate_options: { description: null, end_date: null, interval_count: null, ...terms } };
}

interface GivenOptions {
  readonly card?: { readonly request_three_d_secure?: ThreeDSecure | undefined } | null | undefined;
}

/** Whether the cardholder authenticates even if the bank does not insist; undefined if the request does not say. */
export function readThreeDSecure(given: GivenOptions | undefined): ThreeDSecure | undefined {
  return given?.card === null ? 'automatic' : given?.card?.request_three_d_secure;
}

/** What a request says of bank debits, together with what was said before; undefined if nothing was. */
function readDebitOptions(
  given: ReadValue<typeof intentOptionsParam | typeof setupOptionsParam>,
  before?: DebitOptions,
): { debitOptions?: DebitOptions } {
  const options = { ...before, ...given } as Record<string, unknown>;
  const changed = BANK_DEBIT_TYPES.flatMap((type) => {
    const value = options[type];
    return typeof value === 'object' && value !== null
      ? [[type, { ...before?.[type], ...value }] as const]
      : [];
  });
  return changed.length === 0 && before === undefined ? {} : { debitOptions: Object.fromEntries(changed) };
}

/** What a payment says of its methods, together with what was said before. */
export function readIntentOptions(
  given: ReadValue<typeof intentOptionsParam>,
  before: Partial<Pick<PaymentIntent, 'cardOptions' | 'debitOptions' | 'threeDSecure'>> = {},
) {
  return {
    cardOptions: readCardOptions(given, before.cardOptions),
    ...readDebitOptions(given, before.debitOptions),
    threeDSecure: readThreeDSecure(given) ?? before.threeDSecure,
  };
}

/** The same for a setup. */
export function readSetupOptions(
  given: ReadValue<typeof setupOptionsParam>,
  before: Partial<Pick<SetupIntent, 'debitOptions' | 'threeDSecure'>> = {},
) {
  return {
    ...readDebitOptions(given, before.debitOptions),
    ...readMandateOptions(given),
    threeDSecure: readThreeDSecure(given) ?? before.threeDSecure,
  };
}
