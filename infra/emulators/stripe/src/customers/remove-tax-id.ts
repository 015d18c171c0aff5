import type { Context } from '../kinds/context.ts';
import { emit } from '../kinds/events/emit.ts';
import { requireFound } from '../kinds/require.ts';
import { hiding } from './customer.ts';
import { type TaxId, taxIdWire } from './tax-id.ts';

/** Removes a customer's tax id, which is announced, or one of the account. */
export function removeTaxId(context: Context, tax_id: TaxId): void {
  const { store } = context;
  store.taxIds.delete(tax_id.id);
  if (tax_id.customer === null) return;
  const customer = requireFound(store.customers.get(tax_id.customer), 'customer of the tax id');
  store.customers.put(
    hiding(customer, { tax_ids: customer.hidden.tax_ids.filter((id) => id !== tax_id.id) }),
  );
  emit(context, 'customer.tax_id.deleted', taxIdWire(tax_id));
}
