import type { Context } from '../context.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { emit } from '../events.ts';
import type { Customer } from '../state/customer-entities.ts';
import { newId } from '../state/identifiers.ts';
import type { TaxId, TaxIdVerification } from '../state/tax-entities.ts';
import { taxIdWire } from '../wire/tax-id-wire.ts';

export interface NewTaxId {
  readonly type: string;
  readonly value: string;
}

/** Types that Stripe looks up at an authority, with their form; the others are only kept. */
const VERIFIED: Readonly<Record<string, RegExp>> = {
  au_abn: /^\d{11}$/,
  eu_vat:
    /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[\dA-Z+*]{2,12}$/,
  gb_vat: /^GB(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};

/** Stripe's values for tests. Those of real authorities stay pending. */
const OUTCOMES: Readonly<Record<string, TaxIdVerification>> = {
  '000000000': 'verified',
  '111111111': 'unverified',
  '222222222': 'pending',
};

/** Adds a tax id to a customer. The answer comes before the outcome of its verification, which is an event. */
export function addTaxId(context: Context, owner: Customer, given: NewTaxId): TaxId {
  const { store } = context;
  const form = VERIFIED[given.type];
  const outcome = OUTCOMES[given.value] ?? 'pending';
  if (form !== undefined && !(given.value in OUTCOMES) && !form.test(given.value)) {
    throw invalidRequest(`Invalid value for ${given.type}.`, { code: 'tax_id_invalid', param: 'value' });
  }
  const taxId = store.taxIds.put({
    id: newId('txi'),
    created: context.time.now(owner.testClock),
    customer: owner.id,
    country: countryOf(given),
    ...given,
    verification: form === undefined ? 'unavailable' : 'pending',
  });
  store.customers.put({ ...owner, taxIds: [...(owner.taxIds ?? []), taxId.id] });
  emit(context, 'customer.tax_id.created', taxIdWire(taxId));
  if (form !== undefined && outcome !== 'pending') verify(context, taxId, outcome);
  return taxId;
}

function verify(context: Context, before: TaxId, verification: TaxIdVerification): void {
  const after = context.store.taxIds.put({ ...before, verification });
  emit(context, 'customer.tax_id.updated', taxIdWire(after), {
    verification: taxIdWire(before).verification,
  });
}

const COUNTRIES: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' };

/** Types are named after their country, except for those of the European Union. */
function countryOf({ type, value }: NewTaxId): string | null {
  const code = type === 'eu_vat' ? value.slice(0, 2) : type.slice(0, 2).toUpperCase();
  if (code === 'EU' || !/^[A-Z]{2}$/.test(code)) return null;
  return COUNTRIES[code] ?? code;
}
