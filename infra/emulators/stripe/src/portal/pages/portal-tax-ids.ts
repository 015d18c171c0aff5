import { type Html, html } from '@outharbor/emulator-kit/html';
import { askedFieldsForm } from '../../checkout/pages/asked-fields-form.ts';
import { taxIdTypeName, taxIdTypes } from '../../customers/pages/tax-id-options.ts';
import { findTaxIds, type TaxId } from '../../customers/tax-id.ts';
import { listTaxIdTypes } from '../../customers/tax-id-forms.ts';
import { type AskedField, OPTIONAL, REQUIRED } from '../../pages/asked-field.ts';
import type { FormErrors } from '../../pages/form-errors.ts';
import type { Visit } from './portal-visit.ts';

export interface TaxIdInput {
  readonly given?: Readonly<Record<string, string>>;
  readonly errors: FormErrors;
}

export function taxIdSection(visit: Visit, { given, errors }: TaxIdInput): Html {
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
    { name: 'tax_id', label: 'Tax ID', rule: OPTIONAL, value: '', options: [] },
  ];
}
