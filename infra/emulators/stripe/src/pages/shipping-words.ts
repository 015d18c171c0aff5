import { isObject } from '../json-object.ts';
import { money } from '../pricing/money.ts';
import type { ShippingRate } from '../state/shipping-entities.ts';

/** `Express (1–2 business days), $15.00` */
export function shippingWords(rate: ShippingRate): string {
  const days = rate.estimate === null ? '' : estimateWords(rate.estimate.minimum, rate.estimate.maximum);
  const price = rate.amount === 0 ? 'free' : money(rate.amount, rate.currency);
  return `${rate.displayName}${days && ` (${days})`}, ${price}`;
}

function estimateWords(minimum: unknown, maximum: unknown): string {
  const [least, most] = [lengthOf(minimum), lengthOf(maximum)];
  if (least === null) return most === null ? '' : `up to ${inWords(most)}`;
  if (most === null) return `at least ${inWords(least)}`;
  if (least.unit !== most.unit) return `${inWords(least)} to ${inWords(most)}`;
  return least.value === most.value ? inWords(most) : `${least.value}–${inWords(most)}`;
}

interface Length {
  readonly unit: string;
  readonly value: number;
}

function lengthOf(given: unknown): Length | null {
  return isObject(given) ? { unit: String(given.unit), value: Number(given.value) } : null;
}

function inWords({ unit, value }: Length): string {
  return `${value} ${unit.replace('_', ' ')}${value === 1 ? '' : 's'}`;
}
