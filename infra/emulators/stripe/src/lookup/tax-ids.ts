import type { Context } from '../context.ts';
import type { Customer } from '../state/customer-entities.ts';
import type { TaxId } from '../state/tax-entities.ts';
import { requireFound } from './require.ts';

export function findTaxIds({ store }: Context, { taxIds = [] }: Pick<Customer, 'taxIds'>): TaxId[] {
  return taxIds.map((id) => requireFound(store.taxIds.get(id), `tax id ${id}`));
}
