import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { requireFound } from '../lookup/require.ts';
import { hiding } from '../state/customer-entities.ts';
import type { TaxId } from '../state/tax-entities.ts';
import { taxIdWire } from '../wire/tax-id-wire.ts';

/** Removes a customer's tax id, which is announced, or one of the account. */
export function removeTaxId(context: Context, taxId: TaxId): void {
  const { store } = context;
  store.taxIds.delete(taxId.id);
  if (taxId.customer === null) return;
  const customer = requireFound(store.customers.get(taxId.customer), 'customer of the tax id');
  store.customers.put(hiding(customer, { tax_ids: customer.hidden.tax_ids.filter((id) => id !== taxId.id) }));
  emit(context, 'customer.tax_id.deleted', taxIdWire(taxId));
}
