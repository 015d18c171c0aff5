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

interface TableRate {
  readonly display_name: string;
  readonly taxType: string;
  /** Out of 100. */
  readonly percentage: number;
}

const named = (display_name: string, taxType: string) => (rates: string) =>
  rates.split(' ').map((entry): readonly [string, TableRate] => {
    const [place = '', percentage] = entry.split(':');
    return [place, { display_name, taxType, percentage: Number(percentage) }];
  });

/** Standard rates by country or US state, without local taxes. For tests only; not kept up to date. */
const RATES: ReadonlyMap<string, TableRate> = new Map([
  ...named(
    'VAT',
    'vat',
  )(
    'AE:5 AT:20 BE:21 BG:20 BH:10 CH:8.1 CL:19 CY:19 CZ:21 DE:19 DK:25 EE:24 ES:21 FI:25.5 FR:20 GB:20 GR:24 HR:25 HU:27 IE:23 IL:18 IS:24 IT:22 KE:16 LT:21 LU:17 LV:21 MT:18 MX:16 NL:21 NO:25 NG:7.5 OM:5 PL:23 PT:23 RO:21 SA:15 SE:25 SI:22 SK:23 TH:7 TR:20 TW:5 UA:20 ZA:15',
  ),
  ...named('GST', 'gst')('AU:10 CA:5 IN:18 NZ:15 SG:9'),
  ...named('Consumption tax', 'jct')('JP:10'),
  ...named(
    'Sales tax',
    'sales_tax',
  )(
    'US-AZ:5.6 US-CT:6.35 US-DC:6 US-HI:4 US-IA:6 US-IL:6.25 US-KY:6 US-LA:5 US-MA:6.25 US-MD:3 US-MS:7 US-NM:4.875 US-NY:4 US-OH:5.75 US-PA:6 US-RI:7 US-SC:6 US-SD:4.2 US-TN:7 US-TX:6.25 US-UT:4.85 US-VT:6 US-WA:6.5 US-WV:6',
  ),
]);

export interface TaxPlace {
  readonly country: string;
  /** Two letters; empty where states do not affect taxes. */
  readonly state: string;
}

export function rateAt({ country, state }: TaxPlace): TableRate | null {
  return RATES.get(country === 'US' ? `US-${state}` : country) ?? null;
}
