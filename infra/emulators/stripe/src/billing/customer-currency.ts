import { rejected } from '../errors/api-error.ts';
import type { Customer } from '../state/customer-entities.ts';

/** A customer is billed in one currency. */
export function rejectOtherCurrency(
  { currency: own }: Pick<Customer, 'currency'>,
  currency: string,
  param: string,
): void {
  if (own === null || own === currency) return;
  throw rejected(
    `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${own}.`,
    { param },
  );
}
