import { describe, expect, it } from 'vitest';
import { readCardForm } from '../customers/pages/read-card-form.ts';
import { cardProblems, findBrand, formatCardNumber, formatExpiry } from './browser-scripts/card-format.ts';

describe('card formatting', () => {
  it.each([
    ['4', '4'],
    ['42424', '4242 4'],
    ['4242 4242x4242-4242 999', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['3782822463', '3782 822463'],
    ['', ''],
  ])('shows %s as %s', (typed, shown) => {
    expect(formatCardNumber(typed)).toBe(shown);
  });

  it.each([
    ['1', '1'],
    ['12', '12'],
    ['1227', '12 / 27'],
    ['5', '05'],
    ['12 / 2027', '12 / 27'],
  ])('shows the expiry %s as %s', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown);
  });

  it.each([
    ['4000', 'visa'],
    ['5555', 'mastercard'],
    ['2223', 'mastercard'],
    ['37', 'amex'],
    ['6011', 'discover'],
    ['9', undefined],
  ])('recognizes %s… as %s', (number, brand) => {
    expect(findBrand(number)).toBe(brand);
  });
});

describe('card form', () => {
  const now = Date.parse('2027-06-15') / 1000;
  const fields = ['email', 'card_number', 'expiry', 'cvc', 'name', 'postal_code'] as const;
  const filled = {
    email: 'a@b.co',
    card_number: '4242 4242 4242 4242',
    expiry: '06 / 27',
    cvc: '123',
    name: 'Ada',
    postal_code: '1',
  };
  const read = (changes: Record<string, string>) =>
    readCardForm(new URLSearchParams({ ...filled, ...changes }).toString(), now, fields);

  it('accepts valid fields', () => {
    expect(read({})).toMatchObject({
      valid: true,
      card: { card: { name: 'visa' }, exp_month: 6, exp_year: 2027 },
    });
  });

  it.each([
    ['email', 'a@b'],
    ['card_number', '4242 4242'],
    ['card_number', '4242 4242 4242 4241'],
    ['card_number', '4539 5787 6362 1486'],
    ['expiry', '05 / 27'],
    ['expiry', '13 / 27'],
    ['expiry', '12'],
    ['cvc', '12'],
    ['cvc', '1234'],
    ['name', ' '],
    ['postal_code', ''],
  ])('rejects an invalid %s (%s) and returns no card details', (field, value) => {
    const reading = read({ [field]: value });
    expect(reading).toMatchObject({ valid: false, errors: { [field]: expect.any(String) } });
    expect(JSON.stringify(reading)).not.toContain('4539');
    if (!reading.valid) expect(Object.keys(reading.shownAgain)).toEqual(['email', 'name', 'postal_code']);
  });

  it('requires a four-digit security code for American Express', () => {
    const given = { card_number: '378282246310005', cvc: '123' };
    expect(cardProblems(given, new Date())).toEqual({ cvc: 'The security code is incomplete.' });
  });
});
