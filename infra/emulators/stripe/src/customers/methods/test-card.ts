export interface PaymentFailure {
  readonly code: string;
  readonly decline_code: string | null;
  readonly message: string;
}

export const BANK_DEBIT_TYPES = [
  'acss_debit',
  'au_becs_debit',
  'bacs_debit',
  'nz_bank_account',
  'sepa_debit',
  'us_bank_account',
] as const;
export type BankDebitType = (typeof BANK_DEBIT_TYPES)[number];

/** A test account: its number, the outcome that it stands for, and the ready-made payment methods with it. */
export interface TestAccount {
  readonly number: string;
  readonly outcome: string;
  readonly readyMade?: string;
}

/** What becomes of a debit. */
export interface DebitOutcome {
  readonly type: BankDebitType;
  /** Seconds until the bank decides; null if it never does. */
  readonly settlesAfter: number | null;
  /** What fails at once, before the bank sees it. */
  readonly rejects: 'everything' | 'nothing' | 'payments';
  /** Whether no debit is allowed afterwards without a new mandate. */
  readonly endsMandate: boolean;
}

export type CardBrand = 'amex' | 'diners' | 'discover' | 'jcb' | 'mastercard' | 'unionpay' | 'visa';

interface CardChecks {
  /** Absent if the bank answers `pass`. */
  readonly cvc?: 'fail';
  readonly line1?: 'fail' | 'unavailable';
  readonly postal_code?: 'fail' | 'unavailable';
}

export interface TestCard {
  /** The name used by control requests and stored payment methods. */
  readonly name: string;
  readonly number: string;
  /** The suffixes of Stripe's ready-made payment methods and tokens, `pm_card_…` and `tok_…`. */
  readonly aliases: readonly string[];
  readonly brand: CardBrand;
  /** The network that shares the card with the brand. */
  readonly cobrand?: 'cartes_bancaires' | 'eftpos_au';
  readonly funding: 'credit' | 'debit' | 'prepaid';
  readonly country: string;
  readonly label: string;
  /** `on_request`: only if the payment asks for it. */
  readonly authentication: 'never' | 'on_request' | 'first_payment' | 'every_payment';
  /** Whether nobody is asked again once it is saved. */
  readonly asksOnce?: true;
  /** What 3D Secure comes to if nobody is asked for anything; absent if the attempt is only acknowledged. */
  readonly threeDSecure?: 'authenticated' | 'not_supported' | 'processing_error';
  /** Whether its bank gives no reason when nobody authenticates. */
  readonly givesNoReason?: true;
  /** Whether its bank knows it as saved from the start. */
  readonly isKnown?: true;
  /** Why its charges fail; null for a card that pays. */
  readonly failure: PaymentFailure | null;
  /** Whether a card whose charges fail can be attached to a customer. */
  readonly attaches: boolean;
  /** Whether its bank declines to hold more than at first. */
  readonly rejectsIncrements?: true;
  /** Why renewals fail although the first payment succeeds; absent for a card that pays or fails. */
  readonly failsLater?: PaymentFailure;
  /** How every charge is disputed. */
  readonly disputes: readonly { readonly reason: string; readonly inquiry: boolean }[];
  /** Whether the bank reports every charge as possibly fraudulent. */
  readonly warnsOfFraud: boolean;
  readonly risk: 'elevated' | 'highest' | 'normal';
  readonly checks: CardChecks;
  /** Whether the money is available at once. */
  readonly bypassesPending: boolean;
  readonly refund: 'fails' | 'pending' | 'succeeds';
  /** A bank debit, decided days later. */
  readonly isDelayed: boolean;
  /** Set for a bank account. */
  readonly debit?: DebitOutcome;
}

const PLAIN = {
  aliases: [],
  brand: 'visa',
  funding: 'credit',
  country: 'US',
  label: 'Pays',
  authentication: 'never',
  failure: null,
  attaches: false,
  disputes: [],
  warnsOfFraud: false,
  risk: 'normal',
  checks: {},
  bypassesPending: false,
  refund: 'succeeds',
  isDelayed: false,
} as const satisfies Omit<TestCard, 'name' | 'number'>;

type Details = Partial<Omit<TestCard, 'name' | 'number'>>;

/** A card with a name of its own. */
export const numbered = (number: string, name: string, details: Details = {}): TestCard => ({
  ...PLAIN,
  ...details,
  name,
  number,
});

/** A card named after the first of its `aliases`, which spaces separate. */
export function card(number: string, aliases: string, details: Details = {}): TestCard {
  const [name = '', ...others] = aliases.split(' ');
  return numbered(number, name, { ...details, aliases: [name, ...others] });
}

export function declined(decline_code: string, message = 'Your card was declined.'): PaymentFailure {
  return { code: 'card_declined', decline_code, message };
}

export const OVERDRAWN = declined('insufficient_funds', 'Your card has insufficient funds.');

/** A failure whose code doubles as its decline code. */
export function failed(code: string, message: string): PaymentFailure {
  return { code, decline_code: code, message };
}

/** A failure without a bank's reason. */
export function failure(code: string, message: string): PaymentFailure {
  return { code, decline_code: null, message };
}
