import { methodType } from '../customers/methods/card.ts';
import type { PaymentMethod } from '../customers/methods/payment-method.ts';
import { REDIRECT_TYPES } from '../customers/methods/redirect-methods.ts';
import { BANK_DEBIT_TYPES } from '../customers/methods/test-card.ts';
import { defined } from '../description/json.ts';

/** When the cardholder is asked to authenticate: as the bank wishes, or whenever the card can. */
type ThreeDSecure = 'any' | 'automatic' | 'challenge';

/** What is different for a type of payment methods, as the API names it. What is not named here is only returned. */
export interface MethodOption {
  readonly capture_method?: 'manual';
  readonly financial_connections?: object;
  /** The terms of recurring payments. */
  readonly mandate_options?: object;
  readonly request_incremental_authorization?: 'if_available' | 'never';
  readonly request_three_d_secure?: ThreeDSecure;
  readonly setup_future_usage?: 'none' | 'off_session' | 'on_session';
  readonly verification_method?: string;
}

/** What requests said of payment methods, by their type. */
export type MethodOptions = Readonly<Partial<Record<string, MethodOption>>>;

interface Optional {
  readonly payment_method_options?: MethodOptions | undefined;
}

/** The payment methods whose options a payment or a setup takes, and which of the card's. */
export const METHOD_OPTIONS = {
  payment_method_options: ['card', ...BANK_DEBIT_TYPES, ...REDIRECT_TYPES],
  'payment_method_options[card]': [
    ...['capture_method', 'mandate_options', 'network', 'request_incremental_authorization'],
    ...['request_three_d_secure', 'setup_future_usage'],
  ],
};

/** Options for the other side alone. */
const UNSHOWN = ['on_demand', 'risk_correlation_id', 'subscriptions', 'tos_shown_and_accepted'];

/** What a request says, together with what was said before. Null forgets an option, or all of a type. */
export function changedOptions(given: object = {}, before: MethodOptions = {}): MethodOptions {
  const changed = { ...before };
  for (const [type, options] of Object.entries(defined(given))) {
    const all = options === null ? {} : { ...before[type], ...defined(options) };
    const shown = Object.entries(all).filter(([name, value]) => value !== null && !UNSHOWN.includes(name));
    changed[type] = Object.fromEntries(shown);
  }
  return changed;
}

/** What a payment or a setup says of the type of a payment method. */
export function optionsFor(
  { payment_method_options: options }: Optional,
  { card }: Pick<PaymentMethod, 'card'>,
): MethodOption | undefined {
  return options?.[methodType(card)];
}

/** Whether a payment method is saved for later payments. */
export function futureUsage(
  intent: Optional & { readonly setup_future_usage: string | null },
  method: Pick<PaymentMethod, 'card'>,
): string {
  return optionsFor(intent, method)?.setup_future_usage ?? intent.setup_future_usage ?? 'none';
}

/** Whether the cardholder authenticates even if the bank does not insist. */
export function requestsAuthentication({ payment_method_options: options }: Optional): boolean {
  return (options?.card?.request_three_d_secure ?? 'automatic') !== 'automatic';
}
