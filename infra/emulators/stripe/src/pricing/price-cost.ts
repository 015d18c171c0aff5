import type { Price, Tier, Tiers } from '../state/catalogue-entities.ts';

/** A part of what a quantity costs: units at one price, or the flat amount of a tier. */
export interface CostPart {
  /** Rounded to the currency's smallest unit. */
  readonly amount: number;
  /** Possibly with a fraction of the smallest unit. */
  readonly unitAmount: number;
  /** 0 for a flat amount. */
  readonly quantity: number;
  /** The number of the tier, from 1; null if the price charges all units alike. */
  readonly tier: number | null;
  readonly isFlat: boolean;
}

/** Whether the quantity is the usage of a period, which is billed when it has ended. */
export function isMetered({ recurring }: Pick<Price, 'recurring'>): boolean {
  return recurring?.meter !== undefined || recurring?.aggregateUsage !== undefined;
}

type Priced = Pick<Price, 'tiers' | 'transformQuantity' | 'unitAmount'>;

export function costParts({ tiers, transformQuantity, unitAmount }: Priced, quantity: number): CostPart[] {
  if (tiers !== undefined) {
    return tiers.mode === 'volume' ? volumeParts(tiers, quantity) : graduatedParts(tiers, quantity);
  }
  const { divideBy, round } = transformQuantity ?? { divideBy: 1, round: 'down' as const };
  const packages = round === 'up' ? Math.ceil(quantity / divideBy) : Math.floor(quantity / divideBy);
  return [{ amount: rounded(unitAmount * packages), unitAmount, quantity, tier: null, isFlat: false }];
}

export function computeCost(price: Priced, quantity: number): number {
  return costParts(price, quantity).reduce((sum, { amount }) => sum + amount, 0);
}

/** Each tier that is reached, and always the first. */
function graduatedParts({ list }: Tiers, quantity: number): CostPart[] {
  return list.flatMap((tier, index) => {
    const below = list[index - 1]?.upTo ?? 0;
    if (index > 0 && quantity <= below) return [];
    return tierParts(tier, Math.min(quantity, tier.upTo ?? quantity) - below, index + 1);
  });
}

function volumeParts({ list }: Tiers, quantity: number): CostPart[] {
  const reached = list.find(({ upTo }) => upTo === null || quantity <= upTo);
  return reached === undefined ? [] : tierParts(reached, quantity, null);
}

function tierParts({ flatAmount, unitAmount }: Tier, quantity: number, tier: number | null): CostPart[] {
  const each = unitAmount ?? 0;
  const units = { amount: rounded(each * quantity), unitAmount: each, quantity, tier, isFlat: false };
  if (flatAmount === null) return [units];
  const flat = { amount: rounded(flatAmount), unitAmount: flatAmount, quantity: 0, tier, isFlat: true };
  return [units, flat];
}

/** Half up, without the error of binary fractions. */
const rounded = (amount: number) => Math.round(Number(amount.toFixed(8)));
