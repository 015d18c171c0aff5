import type { Customer } from '../../customers/customer.ts';
import { taxLocation } from '../../customers/tax-location.ts';
import { rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { object } from '../../kinds/params/composite.ts';
import { ownAccount } from '../../kinds/params/own-account.ts';
import { flag, optional, type ReadValue } from '../../kinds/params/reader.ts';

export const automaticTaxParam = optional(object({ enabled: flag, liability: ownAccount }));

/** Returns undefined if not given. Throws if automatic tax is requested for an unknown location. */
export function wantsAutomaticTax(
  context: Context,
  given: ReadValue<typeof automaticTaxParam>,
  id: Customer['id'],
): boolean | undefined {
  const customer = context.store.customers.get(id);
  const isKnown = customer !== undefined && taxLocation(context, customer) !== null;
  if (!given?.enabled || isKnown) return given?.enabled;
  throw rejected(
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    { code: 'customer_tax_location_invalid', param: 'automatic_tax[enabled]' },
  );
}
