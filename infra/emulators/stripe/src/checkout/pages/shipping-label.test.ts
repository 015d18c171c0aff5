import { expect, it } from 'vitest';
import type { DeliveryEstimate } from '../../catalogue/shipping-rate.ts';
import { shippingLabel } from './shipping-fields.ts';

const RATE = {
  id: 'shr_1',
  created: 0,
  active: true,
  display_name: 'Express',
  amount: 1500,
  currency: 'usd',
  tax_behavior: 'unspecified',
  tax_code: null,
  metadata: {},
} as const;
const day = (value: number) => ({ unit: 'business_day' as const, value });

it.each<[DeliveryEstimate | null, string]>([
  [null, 'Express, $15.00'],
  [{ minimum: day(5), maximum: day(7) }, 'Express (5–7 business days), $15.00'],
  [{ minimum: day(1), maximum: day(1) }, 'Express (1 business day), $15.00'],
  [{ minimum: null, maximum: day(2) }, 'Express (up to 2 business days), $15.00'],
  [{ minimum: day(3), maximum: null }, 'Express (at least 3 business days), $15.00'],
  [{ minimum: day(3), maximum: { unit: 'week', value: 1 } }, 'Express (3 business days to 1 week), $15.00'],
  [{ minimum: null, maximum: null }, 'Express, $15.00'],
])('formats the delivery estimate and price: %j', (estimate, words) => {
  expect(shippingLabel({ ...RATE, delivery_estimate: estimate })).toBe(words);
});

it('formats a free rate', () => {
  expect(shippingLabel({ ...RATE, delivery_estimate: null, amount: 0 })).toBe('Express, free');
});
