import { buyerAt, findBuyer, type TaxedBuyer } from '../billing/tax/automatic-tax.ts';
import type { Context } from '../kinds/context.ts';
import type { CheckoutSession } from './checkout-entities.ts';
import { collectsShippingAddress } from './session-options.ts';

/** The buyer is wherever the visitor ships or says they are, unless only the customer's address may count. */
export function buyerAtCheckout(context: Context, session: CheckoutSession): TaxedBuyer | null {
  const customer = context.store.customers.get(session.customer ?? '');
  const known = customer === undefined ? null : findBuyer(context, customer);
  const { collected, taxPlace, options } = session;
  const isSent = collectsShippingAddress(options);
  if (customer !== undefined && options.customer_update[isSent ? 'shipping' : 'address'] !== 'auto')
    return known;
  const address = (isSent ? collected?.shipping?.address : collected?.address) ?? taxPlace;
  if (address === undefined) return known;
  const type = collected?.business?.tax_id?.type ?? taxPlace?.taxIdType;
  const hasEuropeanTaxId = type === 'eu_vat' || (known?.hasEuropeanTaxId ?? false);
  return buyerAt(address, hasEuropeanTaxId, customer?.tax_exempt);
}
