import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { requireFound } from '../lookup/require.ts';
import type { TaxId } from '../state/tax-entities.ts';
import { taxIdWire } from '../wire/tax-id-wire.ts';

export function removeTaxId(context: Context, taxId: TaxId): void {
  const { store } = context;
  const customer = requireFound(store.customers.get(taxId.customer), 'customer of the tax id');
  store.taxIds.delete(taxId.id);
  store.customers.put({ ...customer, taxIds: (customer.taxIds ?? []).filter((id) => id !== taxId.id) });
  emit(context, 'customer.tax_id.deleted', taxIdWire(taxId));
}
