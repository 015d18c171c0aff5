import type { PaymentFailure } from '../state/payment-entities.ts';

export type CardBrand = 'amex' | 'discover' | 'mastercard' | 'visa';

export type Authentication = 'never' | 'first_payment' | 'every_payment';

export interface TestCard {
  /** How requests on the control interface and stored payment methods name it. */
  readonly name: string;
  readonly number: string;
  readonly brand: CardBrand;
  readonly funding: 'credit' | 'debit';
  /** What it is for, as the list on the page puts it. */
  readonly label: string;
  readonly authentication: Authentication;
  /** Why its charges fail; null for a card that pays. */
  readonly failure: PaymentFailure | null;
  /** True for a card whose first payment goes through and whose renewals fail. */
  readonly failsLater: boolean;
}

const DECLINED = 'Your card was declined.';

function paying(name: string, number: string, brand: CardBrand, label: string): TestCard {
  const funding = 'credit';
  return { name, number, brand, funding, label, authentication: 'never', failure: null, failsLater: false };
}

function failing(name: string, number: string, label: string, failure: PaymentFailure): TestCard {
  return { ...paying(name, number, 'visa', label), failure };
}

function declining(name: string, number: string, label: string, declineCode: string, message = DECLINED) {
  return failing(name, number, label, { code: 'card_declined', declineCode, message });
}

export const TEST_CARDS: readonly TestCard[] = [
  paying('visa', '4242424242424242', 'visa', 'Pays'),
  paying('mastercard', '5555555555554444', 'mastercard', 'Pays'),
  paying('amex', '378282246310005', 'amex', 'Pays'),
  paying('discover', '6011111111111117', 'discover', 'Pays'),
  { ...paying('visa_debit', '4000056655665556', 'visa', 'Pays'), funding: 'debit' },
  declining('declined', '4000000000000002', 'Is declined', 'generic_decline'),
  declining(
    'insufficient_funds',
    '4000000000009995',
    'Has insufficient funds',
    'insufficient_funds',
    'Your card has insufficient funds.',
  ),
  declining('lost_card', '4000000000009987', 'Is reported lost', 'lost_card'),
  declining('stolen_card', '4000000000009979', 'Is reported stolen', 'stolen_card'),
  failing('expired_card', '4000000000000069', 'Has expired', {
    code: 'expired_card',
    declineCode: 'expired_card',
    message: 'Your card has expired.',
  }),
  failing('incorrect_cvc', '4000000000000127', 'Has another security code', {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  }),
  failing('processing_error', '4000000000000119', 'Meets a processing error', {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  }),
  {
    ...paying('authentication', '4000002500003155', 'visa', 'Asks for authentication'),
    authentication: 'first_payment',
  },
  {
    ...paying('always_authenticate', '4000002760003184', 'visa', 'Asks for authentication every time'),
    authentication: 'every_payment',
  },
  {
    ...paying('fails_on_renewal', '4000000000000341', 'visa', 'Pays now, fails on renewal'),
    failsLater: true,
  },
];

const BY_NUMBER = new Map(TEST_CARDS.map((card) => [card.number, card]));
const BY_NAME = new Map(TEST_CARDS.map((card) => [card.name, card]));

/** The test card with this number, spaces and dashes aside. Any other number is nobody's business. */
export function testCardByNumber(number: string): TestCard | undefined {
  return BY_NUMBER.get(number.replace(/[\s-]/g, ''));
}

export function testCardByName(name: string): TestCard {
  const card = BY_NAME.get(name);
  if (card === undefined) throw new Error(`there is no test card ${name}`);
  return card;
}
