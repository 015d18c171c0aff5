/** An amount in cents as people write it. */
export const money = (amount: number, currency: string) =>
  (amount / 100).toLocaleString('en-US', { style: 'currency', currency });
