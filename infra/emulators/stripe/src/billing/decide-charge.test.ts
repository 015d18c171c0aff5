import { describe, expect, it } from 'vitest';
import { passesLuhn } from '../pages/browser-scripts/card-format.ts';
import {
  TEST_CARDS,
  testCardByName,
  testCardByNumber,
  testCardByPaymentMethod,
} from '../state/test-cards.ts';
import { decideCharge } from './decide-charge.ts';

describe('decideCharge', () => {
  it.each([
    ['visa', 'succeeds', 'succeeds', 'succeeds'],
    ['declined', 'fails', 'fails', 'fails'],
    ['authentication', 'asks_for_authentication', 'succeeds', 'succeeds'],
    ['always_authenticate', 'asks_for_authentication', 'succeeds', 'fails'],
    ['fails_on_renewal', 'succeeds', 'succeeds', 'fails'],
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

describe('test cards', () => {
  it('are found by number in any notation, by payment method and by name', () => {
    expect(testCardByNumber('4242 4242-4242 4242')?.name).toBe('visa');
    expect(testCardByPaymentMethod('pm_card_chargeCustomerFail')?.name).toBe('fails_on_renewal');
    expect(() => testCardByName('gold')).toThrow(RangeError);
  });

  it('have valid and unique numbers and unique names', () => {
    for (const { number } of TEST_CARDS) expect(passesLuhn(number), number).toBe(true);
    expect(new Set(TEST_CARDS.flatMap(({ name, number }) => [name, number])).size).toBe(
      TEST_CARDS.length * 2,
    );
  });
});
