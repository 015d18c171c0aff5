import type Stripe from 'stripe';
import { invalidRequest } from '../description/api-error.ts';
import { DESCRIPTION } from '../description/description.ts';
import { type Context, requireFound } from '../kinds/context.ts';
import { emit, newId } from '../kinds/objects.ts';
import { type Entity, shown, unset } from '../kinds/store/kind-type.ts';
import { type Customer, hiding } from './customer.ts';

type TaxIdVerification = 'pending' | 'unavailable' | 'unverified' | 'verified';

export interface GivenTaxId {
  readonly type: string;
  readonly value: string;
}

export interface TaxId extends Entity, GivenTaxId {
  /** Null for one of the account itself. */
  readonly customer: string | null;
  readonly country: string | null;
  readonly verification: TaxIdVerification;
}

const show = shown<Stripe.TaxId>('tax_id', unset('tax_id'));

export function taxIdWire(tax_id: TaxId): Stripe.TaxId {
  const { customer, verification: status } = tax_id;
  const owner =
    customer === null
      ? { customer_account: null, type: 'self' }
      : { customer, customer_account: null, type: 'customer' };
  return show(tax_id, { owner, verification: { status, verified_address: null, verified_name: null } });
}

export function findTaxIds({ store }: Context, { hidden }: Partial<Pick<Customer, 'hidden'>>): TaxId[] {
  return (hidden?.tax_ids ?? []).map((id) => requireFound(store.taxIds.get(id), `tax id ${id}`));
}

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

export const EUROPEAN_UNION: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** Formats of the types that Stripe verifies; other types are only stored. */
const VERIFIED: ReadonlyMap<string, RegExp> = new Map([
  ['au_abn', /^\d{11}$/],
  [
    'eu_vat',
    /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[\dA-Z+*]{2,12}$/,
  ],
  ['gb_vat', /^GB(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/],
]);

/** Tax id types available in a country; every EU member also has `eu_vat`. */
export function listTaxIdTypes(country: string): readonly string[] {
  const own = DESCRIPTION.taxIdTypes.filter((type) => type.startsWith(`${country.toLowerCase()}_`));
  if (EUROPEAN_UNION.has(country)) return ['eu_vat', ...own];
  // Northern Ireland uses the EU format.
  return country === 'GB' ? [...own, 'eu_vat'] : own;
}

/** Stripe's magic test values. Real tax ids stay pending. */
const OUTCOMES: ReadonlyMap<string, TaxIdVerification> = new Map([
  ['000000000', 'verified'],
  ['111111111', 'unverified'],
  ['222222222', 'pending'],
]);

/** Whether a value matches its type's format or is a test value. */
export function isTaxId({ type, value }: GivenTaxId): boolean {
  return OUTCOMES.has(value) || (VERIFIED.get(type)?.test(value) ?? true);
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
    verification: VERIFIED.has(given.type) ? 'pending' : 'unavailable',
  });
  if (owner === null) return tax_id;
  store.customers.put(hiding(owner, { tax_ids: [...owner.hidden.tax_ids, tax_id.id] }));
  emit(context, 'customer.tax_id.created', taxIdWire(tax_id));
  if (VERIFIED.has(given.type) && outcome !== 'pending') verify(context, tax_id, outcome);
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
