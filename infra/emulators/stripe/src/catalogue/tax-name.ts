import type { Context } from '../kinds/context.ts';
import { requireFound } from '../kinds/require.ts';
import type { TaxAmount } from './tax-rate.ts';

/** `VAT (19%, included)`. */
export function taxName({ store }: Context, { rate, inclusive }: TaxAmount): string {
  const { display_name, percentage } = requireFound(store.taxRates.get(rate), `tax rate ${rate}`);
  return `${display_name} (${percentage}%${inclusive ? ', included' : ''})`;
}
