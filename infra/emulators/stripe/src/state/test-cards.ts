import type { PaymentFailure } from './payment-entities.ts';

export type CardBrand = 'amex' | 'discover' | 'mastercard' | 'visa';

export interface TestCard {
  /** The name used by control requests and stored payment methods. */
  readonly name: string;
  readonly number: string;
  /** The suffix of Stripe's ready-made payment method, `pm_card_…`. */
  readonly alias: string;
  readonly brand: CardBrand;
  readonly funding: 'credit' | 'debit';
  readonly label: string;
  readonly authentication: 'never' | 'first_payment' | 'every_payment';
  /** Why its charges fail; null for a card that pays. */
  readonly failure: PaymentFailure | null;
  /** The first payment succeeds, renewals fail. */
  readonly failsLater: boolean;
  /** Every charge is disputed. */
  readonly isDisputed: boolean;
  /** A bank debit, decided days later. */
  readonly isDelayed: boolean;
}

const PLAIN = {
  brand: 'visa',
  funding: 'credit',
  label: 'Pays',
  authentication: 'never',
  failure: null,
  failsLater: false,
  isDisputed: false,
  isDelayed: false,
} as const;

function declined(declineCode: string, message = 'Your card was declined.'): PaymentFailure {
  return { code: 'card_declined', declineCode, message };
}

/** A failure whose code doubles as its decline code. */
function failed(code: string, message: string): PaymentFailure {
  return { code, declineCode: code, message };
}

export const TEST_CARDS: readonly TestCard[] = [
  { ...PLAIN, name: 'visa', number: '4242424242424242', alias: 'visa' },
  { ...PLAIN, name: 'mastercard', number: '5555555555554444', alias: 'mastercard', brand: 'mastercard' },
  { ...PLAIN, name: 'amex', number: '378282246310005', alias: 'amex', brand: 'amex' },
  { ...PLAIN, name: 'discover', number: '6011111111111117', alias: 'discover', brand: 'discover' },
  { ...PLAIN, name: 'visa_debit', number: '4000056655665556', alias: 'visa_debit', funding: 'debit' },
  {
    ...PLAIN,
    name: 'declined',
    number: '4000000000000002',
    alias: 'chargeDeclined',
    label: 'Is declined',
    failure: declined('generic_decline'),
  },
  {
    ...PLAIN,
    name: 'insufficient_funds',
    number: '4000000000009995',
    alias: 'chargeDeclinedInsufficientFunds',
    label: 'Has insufficient funds',
    failure: declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  {
    ...PLAIN,
    name: 'lost_card',
    number: '4000000000009987',
    alias: 'chargeDeclinedLostCard',
    label: 'Is reported lost',
    failure: declined('lost_card'),
  },
  {
    ...PLAIN,
    name: 'stolen_card',
    number: '4000000000009979',
    alias: 'chargeDeclinedStolenCard',
    label: 'Is reported stolen',
    failure: declined('stolen_card'),
  },
  {
    ...PLAIN,
    name: 'expired_card',
    number: '4000000000000069',
    alias: 'chargeDeclinedExpiredCard',
    label: 'Has expired',
    failure: failed('expired_card', 'Your card has expired.'),
  },
  {
    ...PLAIN,
    name: 'incorrect_cvc',
    number: '4000000000000127',
    alias: 'chargeDeclinedIncorrectCvc',
    label: 'Has another security code',
    failure: failed('incorrect_cvc', "Your card's security code is incorrect."),
  },
  {
    ...PLAIN,
    name: 'processing_error',
    number: '4000000000000119',
    alias: 'chargeDeclinedProcessingError',
    label: 'Meets a processing error',
    failure: failed(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  },
  {
    ...PLAIN,
    name: 'authentication',
    number: '4000002500003155',
    alias: 'authenticationRequiredOnSetup',
    label: 'Asks for authentication',
    authentication: 'first_payment',
  },
  {
    ...PLAIN,
    name: 'always_authenticate',
    number: '4000002760003184',
    alias: 'authenticationRequired',
    label: 'Authentication every time',
    authentication: 'every_payment',
  },
  {
    ...PLAIN,
    name: 'fails_on_renewal',
    number: '4000000000000341',
    alias: 'chargeCustomerFail',
    label: 'Pays now, fails on renewal',
    failsLater: true,
  },
  {
    ...PLAIN,
    name: 'disputed',
    number: '4000000000000259',
    alias: 'createDispute',
    label: 'Pays, and is disputed',
    isDisputed: true,
  },
];

/** Only the control interface can pay with these; the page does not offer them. */
const BANK_ACCOUNTS: readonly TestCard[] = [
  { ...PLAIN, name: 'bank_debit', number: '000123456789', alias: 'usBankAccount', isDelayed: true },
  {
    ...PLAIN,
    name: 'bank_debit_fails',
    number: '000111111116',
    alias: 'usBankAccountFails',
    isDelayed: true,
    failure: {
      code: 'payment_intent_payment_attempt_failed',
      declineCode: null,
      message: 'The payment failed: the bank account has insufficient funds.',
    },
  },
];

const BY_NUMBER = new Map(TEST_CARDS.map((card) => [card.number, card]));
const BY_NAME = new Map([...TEST_CARDS, ...BANK_ACCOUNTS].map((card) => [card.name, card]));
const BY_ALIAS = new Map(TEST_CARDS.map((card) => [`pm_card_${card.alias}`, card]));
const BY_TOKEN = new Map(TEST_CARDS.map((card) => [`tok_${card.alias}`, card]));

/** The test card with this number, ignoring spaces and dashes. */
export function testCardByNumber(number: string): TestCard | undefined {
  return BY_NUMBER.get(number.replace(/[\s-]/g, ''));
}

export function testCardByName(name: string): TestCard {
  const card = BY_NAME.get(name);
  // The input may be a real card number, so the message does not repeat it.
  if (card === undefined) throw new RangeError('there is no such test card');
  return card;
}

/** The test card behind a ready-made payment method such as `pm_card_visa`. */
export function testCardByPaymentMethod(id: string): TestCard | undefined {
  return BY_ALIAS.get(id);
}

/** The test card behind a ready-made token such as `tok_visa`. */
export function testCardByToken(token: string): TestCard | undefined {
  return BY_TOKEN.get(token);
}
