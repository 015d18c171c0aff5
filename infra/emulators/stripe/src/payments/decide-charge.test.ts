import { describe, expect, it } from 'vitest';
import { MORE_TEST_CARDS } from '../customers/methods/more-test-cards.ts';
import {
  TEST_CARDS,
  testCardByName,
  testCardByNumber,
  testCardByPaymentMethod,
  testCardByToken,
} from '../customers/methods/test-cards.ts';
import { passesLuhn } from '../pages/browser-scripts/card-format.ts';
import { decideCharge } from './decide-charge.ts';

const ALL_CARDS = [...TEST_CARDS, ...MORE_TEST_CARDS];

describe('decideCharge', () => {
  it.each([
    ['visa', 'succeeds', 'succeeds', 'succeeds'],
    ['declined', 'fails', 'fails', 'fails'],
    ['authentication', 'asks_for_authentication', 'succeeds', 'succeeds'],
    ['always_authenticate', 'asks_for_authentication', 'succeeds', 'fails'],
    ['fails_on_renewal', 'succeeds', 'succeeds', 'fails'],
    ['chargeCustomerFail', 'fails', 'fails', 'fails'],
    ['threeDSecure2Required', 'asks_for_authentication', 'succeeds', 'fails'],
    ['threeDSecureOptional', 'succeeds', 'succeeds', 'succeeds'],
    ['threeDSecureRequiredChargeDeclined', 'asks_for_authentication', 'fails', 'fails'],
    ['authenticationRequiredChargeDeclinedInsufficientFunds', 'asks_for_authentication', 'fails', 'fails'],
  ])('%s: %s at first, %s once authenticated, %s on renewal', (name, first, authenticated, renewal) => {
    const card = testCardByName(name);
    const decisions = [
      decideCharge(card, { onSession: true, authenticated: false }),
      decideCharge(card, { onSession: true, authenticated: true }),
      decideCharge(card, { onSession: false, authenticated: false }),
    ];
    expect(decisions.map(({ result }) => result)).toEqual([first, authenticated, renewal]);
  });
});

describe('a test card', () => {
  it('is found by number in any notation, by payment method and by name', () => {
    expect(testCardByNumber('4242 4242-4242 4242')?.name).toBe('visa');
    expect(testCardByPaymentMethod({ livemode: false }, 'pm_card_chargeCustomerFail')?.name).toBe(
      'chargeCustomerFail',
    );
    expect(testCardByNumber('4000000000000341')?.name).toBe('fails_on_renewal');
    expect(testCardByToken({ livemode: false }, 'tok_visa_chargeDeclined')?.name).toBe('declined');
    expect(() => testCardByName('gold')).toThrow(RangeError);
  });

  it('has a valid number and a unique name', () => {
    for (const { number } of ALL_CARDS) expect(passesLuhn(number), number).toBe(true);
    const names = ALL_CARDS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(TEST_CARDS.map(({ number }) => number)).size).toBe(TEST_CARDS.length);
    const aliases = ALL_CARDS.flatMap((card) => card.aliases);
    expect(new Set(aliases).size).toBe(aliases.length);
  });
});
