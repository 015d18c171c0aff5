import { type Html, html } from '@outharbor/emulator-kit/html';
import { askedFieldsForm } from '../../checkout/pages/asked-fields-form.ts';
import type { Customer } from '../../customers/customer.ts';
import { taxIdTypeName, taxIdTypes } from '../../customers/pages/tax-id-options.ts';
import { findTaxIds, listTaxIdTypes, type TaxId } from '../../customers/tax-id.ts';
import { splitAddress } from '../../pages/address-parts.ts';
import { type AskedField, type FormErrors, OPTIONAL, REQUIRED } from '../../pages/asked-field.ts';
import { field } from '../../pages/field.ts';
import { layout } from '../../pages/layout.ts';
import { DETAIL_FIELDS, type DetailErrors, type DetailField } from './portal-details-form.ts';
import { backLink, type Visit } from './portal-visit.ts';

interface CustomerPageInput {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: DetailErrors;
  readonly tax_id?: TaxIdInput;
}

const NO_TAX_ID: TaxIdInput = { errors: {} };

export function customerPage(
  visit: Visit,
  { values, errors, tax_id = NO_TAX_ID }: CustomerPageInput,
): string {
  const { allowed_updates: fields } = visit.configuration.features.customer_update;
  const shown = DETAIL_FIELDS.filter(({ kind }) => fields.includes(kind));
  const body = html`<main class="plain narrow">
${backLink(visit)}
<h1>Update your details</h1>
${shown.length > 0 && detailsForm(visit, shown, { values, errors })}
${fields.includes('tax_id') && taxIdSection(visit, tax_id)}
</main>`;
  return layout(visit.context, { title: 'Update your details', scripts: ['once.ts'], body });
}

function detailsForm(
  { path }: Visit,
  shown: typeof DETAIL_FIELDS,
  { values, errors }: CustomerPageInput,
): Html {
  return html`<form class="card-form" method="post" action="${path}/customer" data-once novalidate>
${shown.map((each) => field({ ...each, value: values[each.name] ?? '' }, errors[each.name]))}
<p class="actions"><button class="button" type="submit">Save</button></p>
</form>`;
}

export function knownDetails(customer: Customer): Readonly<Record<DetailField, string>> {
  const { address, email, name, phone } = customer;
  return {
    email: email ?? '',
    name: name ?? '',
    phone: phone ?? '',
    ...splitAddress(address),
  };
}

interface TaxIdInput {
  readonly given?: Readonly<Record<string, string>>;
  readonly errors: FormErrors;
}

function taxIdSection(visit: Visit, { given, errors }: TaxIdInput): Html {
  const tax_ids = findTaxIds(visit.context, visit.customer);
  return html`<section class="panel" aria-labelledby="tax-ids-title">
<h2 id="tax-ids-title">Tax IDs</h2>
${tax_ids.length === 0 ? html`<p>No tax ID is saved.</p>` : tax_ids.map((tax_id) => entry(visit, tax_id))}
<form class="card-form" method="post" action="${visit.path}/customer/tax-ids" data-once novalidate>
${askedFieldsForm(fieldsFor(visit), { given, errors })}
<p class="actions"><button class="button quiet" type="submit">Add tax ID</button></p>
</form>
</section>`;
}

function entry({ path }: Visit, { id, type, value }: TaxId): Html {
  return html`<form class="plan-line" method="post" action="${path}/customer/tax-ids/${id}/remove" data-once>
<span>${taxIdTypeName(type)} ${value}</span>
<button class="button quiet" type="submit" aria-label="Remove ${value}">Remove</button>
</form>`;
}

function fieldsFor({ customer }: Visit): readonly AskedField[] {
  const country = customer.address?.country || 'US';
  const [first = ''] = listTaxIdTypes(country);
  const options = taxIdTypes().map(({ value, label }) => ({ value, label }));
  return [
    {
      name: 'tax_id_type',
      label: 'Type of tax ID',
      rule: { ...REQUIRED, kind: 'dropdown' },
      value: first,
      options,
    },
    { name: 'tax_id', label: 'Tax ID', rule: OPTIONAL, value: '' },
  ];
}
