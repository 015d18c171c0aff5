import { DEBIT_ACCOUNTS } from './debit-outcomes.ts';
import { MORE_TEST_CARDS } from './more-test-cards.ts';
import { declined, failed, failure, PLAIN, type TestCard } from './test-card.ts';

export type { CardBrand, TestCard } from './test-card.ts';

/** A card whose ready-made payment methods are named after why it fails. */
const declining = (
  name: string,
  number: string,
  alias: string,
  details: Pick<TestCard, 'failure' | 'label'>,
): TestCard => ({ ...PLAIN, ...details, name, number, aliases: [alias, `visa_${alias}`] });

/** The cards that the pages offer. */
export const TEST_CARDS: readonly TestCard[] = [
  { ...PLAIN, name: 'visa', number: '4242424242424242', aliases: ['visa', 'us'] },
  { ...PLAIN, name: 'mastercard', number: '5555555555554444', aliases: ['mastercard'], brand: 'mastercard' },
  {
    ...PLAIN,
    name: 'amex',
    number: '378282246310005',
    aliases: ['amex_threeDSecureNotSupported'],
    brand: 'amex',
    threeDSecure: 'not_supported',
  },
  { ...PLAIN, name: 'discover', number: '6011111111111117', brand: 'discover' },
  { ...PLAIN, name: 'visa_debit', number: '4000056655665556', aliases: ['visa_debit'], funding: 'debit' },
  declining('declined', '4000000000000002', 'chargeDeclined', {
    label: 'Is declined',
    failure: declined('generic_decline'),
  }),
  declining('insufficient_funds', '4000000000009995', 'chargeDeclinedInsufficientFunds', {
    label: 'Has insufficient funds',
    failure: declined('insufficient_funds', 'Your card has insufficient funds.'),
  }),
  declining('lost_card', '4000000000009987', 'chargeDeclinedLostCard', {
    label: 'Is reported lost',
    failure: declined('lost_card'),
  }),
  declining('stolen_card', '4000000000009979', 'chargeDeclinedStolenCard', {
    label: 'Is reported stolen',
    failure: declined('stolen_card'),
  }),
  declining('expired_card', '4000000000000069', 'chargeDeclinedExpiredCard', {
    label: 'Has expired',
    failure: failed('expired_card', 'Your card has expired.'),
  }),
  declining('incorrect_cvc', '4000000000000127', 'chargeDeclinedIncorrectCvc', {
    label: 'Has another security code',
    failure: failed('incorrect_cvc', "Your card's security code is incorrect."),
  }),
  declining('processing_error', '4000000000000119', 'chargeDeclinedProcessingError', {
    label: 'Meets a processing error',
    failure: failed(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  }),
  {
    ...PLAIN,
    name: 'authentication',
    number: '4000002500003155',
    aliases: ['authenticationRequiredOnSetup'],
    label: 'Asks for authentication',
    authentication: 'first_payment',
  },
  {
    ...PLAIN,
    name: 'always_authenticate',
    number: '4000002760003184',
    aliases: ['authenticationRequired'],
    country: 'DE',
    label: 'Authentication every time',
    authentication: 'every_payment',
  },
  {
    ...PLAIN,
    name: 'fails_on_renewal',
    number: '4000000000000341',
    label: 'Pays now, fails on renewal',
    failsLater: true,
  },
  {
    ...PLAIN,
    name: 'disputed',
    number: '4000000000000259',
    aliases: ['createDispute'],
    label: 'Pays, and is disputed',
    disputes: [{ reason: 'fraudulent', inquiry: false }],
  },
];

/** Only the control interface can pay with these; the page does not offer them. */
const BANK_ACCOUNTS: readonly TestCard[] = [
  { ...PLAIN, name: 'bank_debit', number: '000123456789', isDelayed: true },
  {
    ...PLAIN,
    name: 'bank_debit_fails',
    number: '000111111116',
    isDelayed: true,
    failure: failure(
      'payment_intent_payment_attempt_failed',
      'The payment failed: the bank account has insufficient funds.',
    ),
  },
];

const CARDS = [...TEST_CARDS, ...MORE_TEST_CARDS];

// A number means the card that the pages offer, if one has it.
const BY_NUMBER = new Map(CARDS.toReversed().map((card) => [card.number, card]));
const BY_NAME = new Map([...CARDS, ...BANK_ACCOUNTS, ...DEBIT_ACCOUNTS].map((card) => [card.name, card]));
const byAlias = (prefix: string) =>
  new Map(CARDS.flatMap((card) => card.aliases.map((alias) => [`${prefix}${alias}`, card])));
const BY_PAYMENT_METHOD = byAlias('pm_card_');
const BY_TOKEN = byAlias('tok_');

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

interface Mode {
  readonly livemode: boolean;
}

/** The test card behind a ready-made payment method such as `pm_card_visa`; live mode has none. */
export function testCardByPaymentMethod({ livemode }: Mode, id: string): TestCard | undefined {
  return livemode ? undefined : BY_PAYMENT_METHOD.get(id);
}

/** The test card behind a ready-made token such as `tok_visa`; live mode has none. */
export function testCardByToken({ livemode }: Mode, token: string): TestCard | undefined {
  return livemode ? undefined : BY_TOKEN.get(token);
}

/** Whether an id is that of a ready-made payment method or token. */
export function isReadyMade(id: string): boolean {
  return BY_PAYMENT_METHOD.has(id) || BY_TOKEN.has(id);
}
