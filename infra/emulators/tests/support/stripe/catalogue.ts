import type { Seed } from '@outharbor/stripe-emulator';

/** Three plans with monthly prices. */
export const CATALOGUE = {
  products: [
    { id: 'outharbor_basic', name: 'Basic plan', description: '5 successful closings a month' },
    { id: 'outharbor_pro', name: 'Popular plan', description: '10 successful closings a month' },
    { id: 'outharbor_business', name: 'Icebreaker plan', description: '15 successful closings a month' },
  ],
  prices: [
    monthly('price_basicmonthly', 'outharbor_basic', 50_000, 'basic_monthly'),
    monthly('price_promonthly', 'outharbor_pro', 100_000, 'pro_monthly'),
    monthly('price_businessmonthly', 'outharbor_business', 149_900, 'business_monthly'),
  ],
} satisfies Seed;

function monthly(id: string, product: string, unitAmount: number, lookupKey: string) {
  const recurring = { interval: 'month', intervalCount: 1 } as const;
  return { id, product, unitAmount, currency: 'usd', lookupKey, recurring };
}

/** What a price in dollars for each month has. */
export const MONTHLY = { currency: 'usd', recurring: { interval: 'month' } } as const;
