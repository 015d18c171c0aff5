import type { Context } from '../kinds/context.ts';
import { requireFound } from '../kinds/require.ts';
import type { Customer } from './customer.ts';
import type { TaxId } from './tax-id.ts';

export function findTaxIds({ store }: Context, { hidden }: Partial<Pick<Customer, 'hidden'>>): TaxId[] {
  return (hidden?.tax_ids ?? []).map((id) => requireFound(store.taxIds.get(id), `tax id ${id}`));
}
