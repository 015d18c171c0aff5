import type { Customer } from '../state/customer-entities.ts';
import { field } from './field.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { DETAIL_FIELDS, type DetailErrors, type DetailField } from './portal-details-form.ts';
import { type Visit, wayBack } from './portal-visit.ts';

interface CustomerPageInput {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: DetailErrors;
}

/** The form in which customers correct what is known of them. */
export function customerPage(visit: Visit, { values, errors }: CustomerPageInput): string {
  const back = wayBack(visit);
  const { fields } = visit.configuration.features.customerUpdate;
  const shown = DETAIL_FIELDS.filter(({ kind }) => fields.includes(kind));
  const body = html`<main class="plain narrow">
<p><a href="${back.href}"><span aria-hidden="true">←</span> ${back.label}</a></p>
<h1>Update your details</h1>
<form class="card-form" method="post" action="${visit.path}/customer" data-once novalidate>
${shown.map((each) => field({ ...each, value: values[each.name] ?? '' }, errors[each.name]))}
<p class="actions"><button class="button" type="submit">Save</button></p>
</form>
</main>`;
  return layout({
    title: 'Update your details',
    pagesPath: visit.context.settings.pagesPath,
    scripts: ['once.ts'],
    body,
  });
}

/** What the fields hold before anything is typed. */
export function knownDetails(customer: Customer): Readonly<Record<DetailField, string>> {
  const { address, email, name, phone } = customer;
  return {
    email: email ?? '',
    name: name ?? '',
    phone: phone ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    postal_code: address?.postalCode ?? '',
    country: address?.country ?? '',
  };
}
