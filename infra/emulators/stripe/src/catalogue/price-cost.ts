import type { Price, Tier } from './price.ts';

/** A part of what a quantity costs: units at one price, or the flat amount of a tier. */
export interface CostPart {
  /** Rounded to the currency's smallest unit. */
  readonly amount: number;
  /** Possibly with a fraction of the smallest unit. */
  readonly unit_amount: number;
  /** 0 for a flat amount. */
  readonly quantity: number;
  /** The number of the tier, from 1; null if the price charges all units alike. */
  readonly tier: number | null;
  readonly isFlat: boolean;
}

/** Whether the quantity is the usage of a period, which is billed when it has ended. */
export function isMetered({ recurring }: Pick<Price, 'recurring'>): boolean {
  return recurring?.usage_type === 'metered';
}

interface Priced extends Partial<Pick<Price, 'tiers' | 'tiers_mode' | 'transform_quantity'>> {
  readonly unit_amount?: number | null;
  readonly unit_amount_decimal?: string | null;
}

/** In the currency's smallest unit, possibly with a fraction; 0 if the price has tiers. */
export const unitAmountOf = ({ unit_amount: whole, unit_amount_decimal: decimal }: Priced): number =>
  whole ?? Number(decimal ?? 0);

export function costParts(price: Priced, quantity: number): CostPart[] {
  const { tiers, tiers_mode: mode, transform_quantity: transform } = price;
  if (tiers !== undefined)
    return mode === 'volume' ? volumeParts(tiers, quantity) : graduatedParts(tiers, quantity);
  const { divide_by, round } = transform ?? { divide_by: 1, round: 'down' as const };
  const packages = round === 'up' ? Math.ceil(quantity / divide_by) : Math.floor(quantity / divide_by);
  const unit_amount = unitAmountOf(price);
  return [{ amount: rounded(unit_amount * packages), unit_amount, quantity, tier: null, isFlat: false }];
}

export function computeCost(price: Priced, quantity: number): number {
  return costParts(price, quantity).reduce((sum, { amount }) => sum + amount, 0);
}

/** Each tier that is reached, and always the first. */
function graduatedParts(tiers: readonly Tier[], quantity: number): CostPart[] {
  return tiers.flatMap((tier, index) => {
    const below = tiers[index - 1]?.up_to ?? 0;
    if (index > 0 && quantity <= below) return [];
    return tierParts(tier, Math.min(quantity, tier.up_to ?? quantity) - below, index + 1);
  });
}

function volumeParts(tiers: readonly Tier[], quantity: number): CostPart[] {
  const reached = tiers.find(({ up_to }) => up_to === null || quantity <= up_to);
  return reached === undefined ? [] : tierParts(reached, quantity, null);
}

function tierParts(given: Tier, quantity: number, tier: number | null): CostPart[] {
  const each = unitAmountOf(given);
  const units = { amount: rounded(each * quantity), unit_amount: each, quantity, tier, isFlat: false };
  const fixed = given.flat_amount ?? given.flat_amount_decimal ?? null;
  if (fixed === null) return [units];
  const unit_amount = Number(fixed);
  return [units, { amount: rounded(unit_amount), unit_amount, quantity: 0, tier, isFlat: true }];
}

/** Half up, without the error of binary fractions. */
const rounded = (amount: number) => Math.round(Number(amount.toFixed(8)));
