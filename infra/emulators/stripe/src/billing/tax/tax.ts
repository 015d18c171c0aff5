import type { TaxAmount, TaxRate } from '../../catalogue/tax-rate.ts';
import type { TaxExemption } from '../../customers/customer.ts';
import type { Loose } from '../../kinds/store/kind-type.ts';

function millionths({ percentage }: Loose<TaxRate>): number {
  return Math.round(percentage * 10_000);
}

const WHOLE = 1_000_000;

const UNTAXED = { exempt: 'customer_exempt', none: undefined, reverse: 'reverse_charge' } as const;

/** `amount` is after discounts. Exclusive rates apply to the net amount. Each rounds half away from zero. */
export function computeTaxes(
  amount: number,
  rates: readonly Loose<TaxRate>[],
  exemption: TaxExemption = 'none',
): TaxAmount[] {
  const reason = UNTAXED[exemption];
  if (reason !== undefined) {
    const taxable = exemption === 'reverse' ? amount : 0;
    return rates.map(({ id, inclusive }) => ({ rate: id, amount: 0, inclusive, taxable, reason }));
  }
  const included = rates.filter(({ inclusive }) => inclusive);
  const divisor = included.reduce((sum, rate) => sum + millionths(rate), WHOLE);
  const inside = included.map((rate) => part(amount, millionths(rate), divisor));
  const taxable = amount - inside.reduce((sum, tax) => sum + tax, 0);
  return rates.map((rate) => {
    const { id, inclusive, hidden } = rate;
    const reason = hidden?.reason;
    const tax = inclusive ? part(amount, millionths(rate), divisor) : part(taxable, millionths(rate), WHOLE);
    return { rate: id, amount: tax, inclusive, taxable, ...(reason && { reason }) };
  });
}

/** In integers, because the product may exceed what a float holds exactly. */
function part(amount: number, share: number, whole: number): number {
  const [a, s, w] = [BigInt(Math.abs(amount)), BigInt(share), BigInt(whole)];
  const rounded = Number((2n * a * s + w) / (2n * w));
  return amount < 0 ? -rounded : rounded;
}

export function exclusiveTax(taxes: readonly TaxAmount[] = []): number {
  return taxes.reduce((sum, { amount, inclusive }) => (inclusive ? sum : sum + amount), 0);
}

export function inclusiveTax(taxes: readonly TaxAmount[] = []): number {
  return taxes.reduce((sum, { amount, inclusive }) => (inclusive ? sum + amount : sum), 0);
}

export function summedTaxes(taxes: readonly TaxAmount[]): TaxAmount[] {
  const sums = new Map<string, TaxAmount>();
  for (const tax of taxes) {
    const { amount, taxable } = sums.get(tax.rate) ?? { amount: 0, taxable: 0 };
    sums.set(tax.rate, { ...tax, amount: amount + tax.amount, taxable: taxable + tax.taxable });
  }
  return [...sums.values()];
}
