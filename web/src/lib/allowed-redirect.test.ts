import { describe, expect, it } from 'vitest';
import { isAllowedRedirect } from './allowed-redirect.ts';

const OWN = 'http://localhost:8080';
const allowed = (address: string, origins = ['self', 'https://checkout.stripe.com']) =>
  isAllowedRedirect(address, origins, OWN);

describe('isAllowedRedirect', () => {
  it.each(['http://localhost:8080/emulated/stripe/c/pay/cs_test_1', 'https://checkout.stripe.com/c/pay/1'])(
    'allows %s',
    (address) => expect(allowed(address)).toBe(true),
  );

  it.each([
    'https://checkout.stripe.com.evil.example/c/pay/1',
    'http://checkout.stripe.com/c/pay/1',
    'http://localhost:8081/',
    'https://user:secret@checkout.stripe.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    '/relative',
    '',
  ])('rejects %s', (address) => expect(allowed(address)).toBe(false));

  it('rejects the site origin if `self` is not listed', () => {
    expect(allowed(`${OWN}/`, ['https://checkout.stripe.com'])).toBe(false);
  });
});
