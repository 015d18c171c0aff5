import { exclusiveParameters, invalidRequest, notSupported, rejected } from '../description/api-error.ts';
import { choices } from '../kinds/params/as-described.ts';
import { list } from '../kinds/params/composite.ts';
import type { FormValue } from '../kinds/params/form.ts';
import { optional, text } from '../kinds/params/reader.ts';
import type { ConfirmationToken } from './confirmation-tokens.ts';
import type { AutomaticMethods } from './payment-entities.ts';

interface Given {
  readonly allowed_payment_method_types?: readonly string[] | undefined;
  readonly automatic_payment_methods?:
    | (Partial<Pick<AutomaticMethods, 'allow_redirects'>> & { readonly enabled: boolean })
    | undefined;
  readonly confirmation_method?: string | undefined;
}

const CHOICES = choices('POST /v1/payment_intents', 'allowed_payment_method_types[0]');
/** Card readers take these. */
const IN_PERSON = ['card_present', 'interac_present'];

export const methodTypesParam = optional(list(methodType));

function methodType(value: FormValue | undefined, name: string): string {
  const type = text()(value, name);
  if (CHOICES.includes(type) || IN_PERSON.includes(type)) return type;
  throw invalidRequest(
    `The payment method type provided: ${type} is invalid. Please ensure the provided type is activated in your dashboard (https://dashboard.stripe.com/account/payments/settings) and your account is enabled for any preview features that you are trying to use.`,
    { param: name.replace(/\[\d+\]$/, '') },
  );
}

/** They are on unless the request turns them off or names payment methods. */
export function readAutomaticMethods({
  allowed_payment_method_types: types,
  automatic_payment_methods: given,
  confirmation_method: confirmation,
}: Given): AutomaticMethods | undefined {
  if (given?.enabled === true && types !== undefined) {
    throw exclusiveParameters(
      'automatic_payment_methods, allowed_payment_method_types',
      'allowed_payment_method_types',
    );
  }
  // Stripe rejects it even if it only spells out the default.
  if (given?.enabled === true && confirmation !== undefined) {
    throw exclusiveParameters('automatic_payment_methods, confirmation_method', 'automatic_payment_methods');
  }
  if (given?.enabled === false || (given === undefined && types !== undefined)) return undefined;
  const redirects = { allow_redirects: given?.allow_redirects ?? 'always' } as const;
  return given === undefined ? redirects : { ...redirects, requested: true };
}

const CODES = {
  PaymentIntent: 'payment_intent_invalid_parameter',
  SetupIntent: 'setup_intent_invalid_parameter',
} as const;

/** Parameters that are about the confirmation are accepted only with one, unless they are false. */
export function rejectUnconfirmed<Name extends string>(
  kind: keyof typeof CODES,
  params: Readonly<Partial<Record<Name, unknown>>> & { readonly confirm?: boolean | undefined },
  names: readonly Name[],
): void {
  const param = params.confirm === true ? undefined : names.find((name) => (params[name] ?? false) !== false);
  if (param === undefined) return;
  throw rejected(
    `The parameter \`${param}\` cannot be passed when creating a ${kind} unless \`confirm\` is set to true.`,
    { code: CODES[kind], param },
  );
}

/** How an intent is confirmed. */
export interface Confirmation {
  readonly token: ConfirmationToken | undefined;
  /** Whether Stripe's script confirms, which needs no address to return to. */
  readonly byScript?: boolean;
  readonly use_stripe_sdk?: boolean | undefined;
}

/** Stripe's script handles the next action of what it confirms, or has collected, and where the request says so. */
export function leavesToScript({ byScript = false, token, use_stripe_sdk = false }: Confirmation): boolean {
  return byScript || token !== undefined || use_stripe_sdk;
}

/** Only a confirmation says whether Stripe's script handles its next action. */
export function rejectLaterScript(params: {
  readonly confirm?: boolean | undefined;
  readonly use_stripe_sdk?: boolean | undefined;
}): void {
  if (params.use_stripe_sdk !== true || params.confirm === true) return;
  throw notSupported('use_stripe_sdk without confirm', 'use_stripe_sdk');
}

/** Methods that redirect need an address to return to, whichever method is used in the end. */
export function requireReturnUrl(
  kind: 'PaymentIntent' | 'SetupIntent',
  { automaticMethods: methods }: { readonly automaticMethods?: AutomaticMethods },
  return_url: string | null | undefined,
): void {
  if (return_url != null || methods?.requested !== true || methods.allow_redirects === 'never') return;
  throw rejected(
    `This ${kind} is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a \`return_url\`. If you don't want to accept redirect-based payment methods, set \`automatic_payment_methods[enabled]\` to \`true\` and \`automatic_payment_methods[allow_redirects]\` to \`never\` when creating Setup Intents and Payment Intents.`,
  );
}
