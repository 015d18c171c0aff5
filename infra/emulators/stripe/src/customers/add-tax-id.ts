import { invalidRequest } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import { emit } from '../kinds/events/emit.ts';
import { newId } from '../kinds/lookup.ts';
import { type Customer, hiding } from './customer.ts';
import { type GivenTaxId, type TaxId, type TaxIdVerification, taxIdWire } from './tax-id.ts';
import { isVerified, matchesForm } from './tax-id-forms.ts';

/** Stripe's magic test values. Real tax ids stay pending. */
const OUTCOMES: ReadonlyMap<string, TaxIdVerification> = new Map([
  ['000000000', 'verified'],
  ['111111111', 'unverified'],
  ['222222222', 'pending'],
]);

/** Whether a value matches its type's format or is a test value. */
export function isTaxId({ type, value }: GivenTaxId): boolean {
  return OUTCOMES.has(value) || matchesForm(type, value);
}

/** Adds a tax id to a customer or, without one, to the account, which has no events for it. The result of its verification is announced by a later event. */
export function addTaxId(context: Context, owner: Customer | null, given: GivenTaxId): TaxId {
  const { store } = context;
  const outcome = OUTCOMES.get(given.value) ?? 'pending';
  if (!isTaxId(given)) {
    throw invalidRequest(`Invalid value for ${given.type}.`, { code: 'tax_id_invalid', param: 'value' });
  }
  const tax_id = store.taxIds.put({
    id: newId('txi'),
    created: context.time.now(owner?.test_clock),
    customer: owner?.id ?? null,
    country: findCountry(given),
    ...given,
    verification: isVerified(given.type) ? 'pending' : 'unavailable',
  });
  if (owner === null) return tax_id;
  store.customers.put(hiding(owner, { tax_ids: [...owner.hidden.tax_ids, tax_id.id] }));
  emit(context, 'customer.tax_id.created', taxIdWire(tax_id));
  if (isVerified(given.type) && outcome !== 'pending') verify(context, tax_id, outcome);
  return tax_id;
}

function verify(context: Context, before: TaxId, verification: TaxIdVerification): void {
  const after = context.store.taxIds.put({ ...before, verification });
  emit(context, 'customer.tax_id.updated', taxIdWire(after), {
    verification: taxIdWire(before).verification,
  });
}

const COUNTRIES: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' };

/** Types start with their country code, except `eu_vat`. */
function findCountry({ type, value }: GivenTaxId): string | null {
  const code = type === 'eu_vat' ? value.slice(0, 2) : type.slice(0, 2).toUpperCase();
  if (code === 'EU' || !/^[A-Z]{2}$/.test(code)) return null;
  return COUNTRIES[code] ?? code;
}
