import { BANK_DEBIT_TYPES } from '../customers/methods/test-card.ts';
import { defined } from '../description/json.ts';
import type {
  CardOptions,
  DebitOptions,
  PaymentIntent,
  SetupIntent,
  ThreeDSecure,
} from './payment-entities.ts';

/** The payment methods whose options a payment or a setup takes, and which of the card's. */
export const methodOptions = (...ofCard: readonly string[]) => ({
  payment_method_options: ['card', ...BANK_DEBIT_TYPES],
  'payment_method_options[card]': ['mandate_options', 'request_three_d_secure', ...ofCard],
});

/** The card of a payment may be captured and saved otherwise than its other payment methods. */
export const PAYMENT_OPTIONS = [
  ...['capture_method', 'network', 'request_incremental_authorization', 'setup_future_usage'],
];

interface GivenCard {
  readonly capture_method?: 'manual' | null | undefined;
  /** The terms of recurring payments, which are only returned. */
  readonly mandate_options?: object;
  readonly network?: string | undefined;
  readonly request_incremental_authorization?: CardOptions['incremental_authorization'] | undefined;
  readonly request_three_d_secure?: ThreeDSecure | undefined;
  readonly setup_future_usage?: CardOptions['setup_future_usage'] | null;
}

interface GivenOptions {
  readonly card?: GivenCard | null | undefined;
}

/** What a payment says of its card, together with what was said before. */
export function readCardOptions(given: GivenOptions | undefined, before: CardOptions = {}): CardOptions {
  if (given?.card === null) return {};
  const {
    capture_method,
    network = before.network,
    request_incremental_authorization: incremental_authorization = before.incremental_authorization,
    setup_future_usage: usage,
  } = given?.card ?? {};
  return defined({
    ...before,
    ...(capture_method !== undefined && { capture_method: capture_method ?? undefined }),
    incremental_authorization,
    network,
    ...readMandateOptions(given),
    ...(usage !== undefined && { setup_future_usage: usage ?? undefined }),
  });
}

/** The terms of recurring payments that a request gives, with null for those that it does not. */
function readMandateOptions(given: GivenOptions | undefined): Pick<CardOptions, 'mandate_options'> {
  const terms = given?.card?.mandate_options;
  if (terms === undefined) return {};
  return { mandate_options: { description: null, end_date: null, interval_count: null, ...terms } };
}

/** Whether the cardholder authenticates even if the bank does not insist; undefined if the request does not say. */
export function readThreeDSecure(given: GivenOptions | undefined): ThreeDSecure | undefined {
  return given?.card === null ? 'automatic' : given?.card?.request_three_d_secure;
}

/** What a request says of bank debits, together with what was said before; undefined if nothing was. */
function readDebitOptions(
  given: GivenOptions | undefined,
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
  given: GivenOptions | undefined,
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
  given: GivenOptions | undefined,
  before: Partial<Pick<SetupIntent, 'debitOptions' | 'threeDSecure'>> = {},
) {
  return {
    ...readDebitOptions(given, before.debitOptions),
    ...readMandateOptions(given),
    threeDSecure: readThreeDSecure(given) ?? before.threeDSecure,
  };
}
