import { rejected } from '../../description/api-error.ts';
import { CURRENCIES } from '../../kinds/params/texts.ts';
import { numbered, type TestCard } from './test-card.ts';

interface RedirectMethod {
  /** As pages say it. */
  readonly name: string;
  readonly currencies: readonly string[];
  /** The billing details that a payment method needs. */
  readonly requires: readonly ('country' | 'email' | 'name')[];
  /** Whether its money can be held. */
  readonly holds?: true;
  /** Whether Stripe can save it for later payments, if not as the bank account behind it. */
  readonly saves?: true;
  readonly iban?: string;
}

function method(name: string, currencies: string, more: Partial<RedirectMethod> = {}): RedirectMethod {
  return { name, currencies: currencies.split(' '), requires: [], ...more };
}

const SAVES = { saves: true } as const;
const HOLDS = { holds: true } as const;
const BOTH = { ...HOLDS, ...SAVES } as const;
const NAMED = { requires: ['name'] } as const;

/** Payment methods whose payers agree on another page (docs.stripe.com/payments/payment-methods/payment-method-support). */
const METHODS = {
  affirm: method('Affirm', 'cad usd', HOLDS),
  afterpay_clearpay: method('Afterpay', 'aud cad gbp nzd usd', { ...HOLDS, requires: ['name', 'email'] }),
  alipay: method('Alipay', 'aud cad cny eur gbp hkd jpy myr nzd sgd usd', SAVES),
  alma: method('Alma', 'eur', HOLDS),
  amazon_pay: method('Amazon Pay', 'aud chf dkk eur gbp hkd jpy nok nzd sek usd zar', BOTH),
  bancontact: method('Bancontact', 'eur', { ...NAMED, iban: 'BE62510007547061' }),
  eps: method('EPS', 'eur', NAMED),
  giropay: method('giropay', 'eur', NAMED),
  grabpay: method('GrabPay', 'myr sgd'),
  ideal: method('iDEAL', 'eur', { iban: 'NL39RABO0300065264' }),
  klarna: method('Klarna', 'aud cad chf czk dkk eur gbp nok nzd pln ron sek usd', {
    ...BOTH,
    requires: ['email', 'country'],
  }),
  link: method('Link', [...CURRENCIES].join(' '), { ...BOTH, requires: ['email'] }),
  mobilepay: method('MobilePay', 'dkk eur nok sek', HOLDS),
  p24: method('Przelewy24', 'eur pln', { requires: ['email'] }),
  paypal: method('PayPal', 'aud cad chf czk dkk eur gbp hkd nok nzd pln sek sgd usd', BOTH),
  revolut_pay: method('Revolut Pay', 'dkk eur gbp huf pln ron', BOTH),
  satispay: method('Satispay', 'eur', BOTH),
  twint: method('TWINT', 'chf', SAVES),
};

export type RedirectType = keyof typeof METHODS;
export const REDIRECT_METHODS: Readonly<Record<RedirectType, RedirectMethod>> = METHODS;
export const REDIRECT_TYPES = Object.keys(METHODS) as RedirectType[];

export function isRedirect(type: string): type is RedirectType {
  return Object.hasOwn(REDIRECT_METHODS, type);
}

/** They pay like test cards that ask for authentication until they are saved. */
export const REDIRECT_CARDS: readonly TestCard[] = REDIRECT_TYPES.map((type) =>
  numbered('', type, { authentication: 'first_payment', asksOnce: true }),
);

/** The options that a payment shows unless it says something else. */
export const REDIRECT_OPTIONS: Readonly<Record<string, object>> = {
  afterpay_clearpay: { reference: null },
  bancontact: { preferred_language: 'en' },
  klarna: { preferred_locale: null },
  link: { persistent_token: null },
  paypal: { preferred_locale: null, reference: null },
};

export function canBeSaved(type: RedirectType): boolean {
  const { iban, saves = false } = REDIRECT_METHODS[type];
  return saves || iban !== undefined;
}

export function rejectSaving(type: string, param: string): void {
  if (!isRedirect(type) || canBeSaved(type)) return;
  throw rejected(`The payment method type "${type}" cannot be saved for later payments.`, param);
}
