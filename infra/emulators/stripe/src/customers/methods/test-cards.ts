import type { Context } from '../../kinds/context.ts';
import { DEBIT_ACCOUNTS } from './debit-outcomes.ts';
import { MORE_TEST_CARDS } from './more-test-cards.ts';
import { REDIRECT_CARDS } from './redirect-methods.ts';
import { card, declined, failed, failure, numbered, OVERDRAWN, type TestCard } from './test-card.ts';

export type { TestCard } from './test-card.ts';

/** A card that is named after why it fails, as its ready-made payment methods are. */
function declining(number: string, name: string, label: string, failure = declined(name)): TestCard {
  const alias = `chargeDeclined_${name}`.replace(/_([a-z])/g, (_, first: string) => first.toUpperCase());
  return numbered(number, name, { aliases: [alias, `visa_${alias}`], failure, label });
}

/** The cards that the pages offer. */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'visa us'),
  card('5555555555554444', 'mastercard', { brand: 'mastercard' }),
  numbered('378282246310005', 'amex', {
    aliases: ['amex_threeDSecureNotSupported'],
    brand: 'amex',
    threeDSecure: 'not_supported',
  }),
  numbered('6011111111111117', 'discover', { brand: 'discover' }),
  card('4000056655665556', 'visa_debit', { funding: 'debit' }),
  numbered('4000000000000002', 'declined', {
    aliases: ['chargeDeclined', 'visa_chargeDeclined'],
    failure: declined('generic_decline'),
    label: 'Is declined',
  }),
  declining('4000000000009995', 'insufficient_funds', 'Has insufficient funds', OVERDRAWN),
  declining('4000000000009987', 'lost_card', 'Is reported lost'),
  declining('4000000000009979', 'stolen_card', 'Is reported stolen'),
  declining(
    '4000000000000069',
    'expired_card',
    'Has expired',
    failed('expired_card', 'Your card has expired.'),
  ),
  declining(
    '4000000000000127',
    'incorrect_cvc',
    'Has another security code',
    failed('incorrect_cvc', "Your card's security code is incorrect."),
  ),
  declining(
    '4000000000000119',
    'processing_error',
    'Meets a processing error',
    failed('processing_error', 'An error occurred while processing your card. Try again in a little bit.'),
  ),
  numbered('4000002500003155', 'authentication', {
    aliases: ['authenticationRequiredOnSetup'],
    label: 'Asks for authentication',
    authentication: 'first_payment',
  }),
  numbered('4000002760003184', 'always_authenticate', {
    aliases: ['authenticationRequired'],
    country: 'DE',
    label: 'Authentication every time',
    authentication: 'every_payment',
  }),
  numbered('4000000000000341', 'fails_on_renewal', {
    label: 'Pays now, fails on renewal',
    failsLater: declined('generic_decline'),
  }),
  numbered('4000000000000259', 'disputed', {
    aliases: ['createDispute'],
    label: 'Pays, and is disputed',
    disputes: [{ reason: 'fraudulent', inquiry: false }],
  }),
];

/** Only the control interface can pay with these; the page does not offer them. */
const BANK_ACCOUNTS: readonly TestCard[] = [
  numbered('000123456789', 'bank_debit', { isDelayed: true }),
  numbered('000111111116', 'bank_debit_fails', {
    isDelayed: true,
    failure: failure(
      'payment_intent_payment_attempt_failed',
      'The payment failed: the bank account has insufficient funds.',
    ),
  }),
];

const CARDS = [...TEST_CARDS, ...MORE_TEST_CARDS];

// A number means the card that the pages offer, if one has it.
const BY_NUMBER = new Map(CARDS.toReversed().map((card) => [card.number, card]));
const NAMED = [...CARDS, ...BANK_ACCOUNTS, ...DEBIT_ACCOUNTS, ...REDIRECT_CARDS];
const BY_NAME = new Map(NAMED.map((card) => [card.name, card]));
const BY_ALIAS = new Map(CARDS.flatMap((card) => card.aliases.map((alias) => [alias, card])));

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

type Kind = 'pm_card_' | 'tok_';
type Mode = Pick<Context, 'livemode'>;

/** The test card behind a ready-made payment method or token, such as `tok_visa`; live mode has none. */
export function readyMadeCard({ livemode }: Mode, kind: Kind, id: string): TestCard | undefined {
  return livemode || !id.startsWith(kind) ? undefined : BY_ALIAS.get(id.slice(kind.length));
}

/** Whether an id is that of a ready-made payment method or token. */
export function isReadyMade(id: string): boolean {
  const [, alias = ''] = /^(?:pm_card|tok)_(.*)/.exec(id) ?? [];
  return BY_ALIAS.has(alias);
}
