/** Formats an amount in cents. */
export const money = (amount: number, currency: string) =>
  (amount / 100).toLocaleString('en-US', { style: 'currency', currency });
