import type { Context } from '../context.ts';
import type { Customer } from '../state/customer-entities.ts';
import type { TaxId } from '../state/tax-entities.ts';
import { requireFound } from './require.ts';

export function findTaxIds({ store }: Context, { hidden }: Partial<Pick<Customer, 'hidden'>>): TaxId[] {
  return (hidden?.tax_ids ?? []).map((id) => requireFound(store.taxIds.get(id), `tax id ${id}`));
}
