import { type Html, html } from '@outharbor/emulator-kit/html';
import type { Customer } from '../../customers/customer.ts';
import { splitAddress } from '../../pages/address-parts.ts';
import { field } from '../../pages/field.ts';
import { layout } from '../../pages/layout.ts';
import { DETAIL_FIELDS, type DetailErrors, type DetailField } from './portal-details-form.ts';
import { type TaxIdInput, taxIdSection } from './portal-tax-ids.ts';
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
  const back = backLink(visit);
  const { allowed_updates: fields } = visit.configuration.features.customer_update;
  const shown = DETAIL_FIELDS.filter(({ kind }) => fields.includes(kind));
  const body = html`<main class="plain narrow">
<p><a href="${back.href}"><span aria-hidden="true">←</span> ${back.label}</a></p>
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
