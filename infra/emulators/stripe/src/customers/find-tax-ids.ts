import type { Context } from '../kinds/context.ts';
import { requireFound } from '../kinds/require.ts';
import type { Customer } from './customer-entities.ts';
import type { TaxId } from './tax-entities.ts';

export function findTaxIds({ store }: Context, { hidden }: Partial<Pick<Customer, 'hidden'>>): TaxId[] {
  return (hidden?.tax_ids ?? []).map((id) => requireFound(store.tax_ids.get(id), `tax id ${id}`));
}
