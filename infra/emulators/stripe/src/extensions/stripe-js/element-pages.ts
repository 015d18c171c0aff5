import { type Html, html } from '@outharbor/emulator-kit/html';
import {
  CVC,
  cardFields,
  cardNumberField,
  EXPIRY,
  postalCodeField,
  testCardList,
} from '../../customers/pages/card-form.ts';
import { WITH_STATES, WITHOUT_POSTAL_CODES } from '../../description/country-codes.ts';
import type { Context } from '../../kinds/context.ts';
import { ADDRESS_PARTS } from '../../pages/address-parts.ts';
import { OPTIONAL, REQUIRED } from '../../pages/asked-field.ts';
import { countries } from '../../pages/countries.ts';
import { type Field, field, fieldError } from '../../pages/field.ts';
import { layout } from '../../pages/layout.ts';

const show = (given: Field) => field(given, undefined);

/** The framed page of an element: the fields of a card, or one of them. The merchant's page has the button. */
export function cardElementPage(context: Context, part: string | undefined): string {
  const offersCards = part !== 'expiry' && part !== 'cvc';
  const body = html`<main class="card-element">
<form class="card-form" method="post" action="${context.settings.pagesPath}/elements" novalidate data-card-element>
${partFields(part)}
</form>
${offersCards && testCardList()}
</main>`;
  return layout(context, { title: 'Card', scripts: ['card-element.ts', 'framed.ts'], body });
}

function partFields(part: string | undefined): Html {
  if (part === 'number') return cardNumberField(show);
  if (part === 'expiry') return show(EXPIRY);
  if (part === 'cvc') return show(CVC);
  return html`${cardFields(show)}
<div data-postal-code>${show(postalCodeField())}</div>`;
}

/** The framed page of an element for an email address, or for a postal one. */
export function contactElementPage(context: Context, part: string | undefined): string {
  const body = html`<main class="card-element">
<form class="card-form" novalidate data-contact-element data-with-states="${[...WITH_STATES].join()}" data-without-postal-codes="${[...WITHOUT_POSTAL_CODES].join()}">
${part === 'email' ? show(EMAIL) : address()}
</form>
</main>`;
  return layout(context, { title: 'Contact', scripts: ['contact-element.ts', 'framed.ts'], body });
}

const required = JSON.stringify(REQUIRED);
const optional = JSON.stringify(OPTIONAL);

const EMAIL = { name: 'email', label: 'Email', type: 'email', autocomplete: 'email', rule: required };

function address(): Html {
  return html`${show({ name: 'name', label: 'Full name', autocomplete: 'name', rule: required })}
<div class="field">
<label for="country">Country or region</label>
<select id="country" name="country" autocomplete="country" aria-describedby="country-error" data-rule="${JSON.stringify({ ...REQUIRED, kind: 'dropdown' })}">
${countries().map(({ label, value }) => html`<option value="${value}">${label}</option>`)}
</select>
${fieldError('country', undefined)}
</div>
${ADDRESS_PARTS.map((part) => show({ ...part, ...fieldRule(part.name) }))}
<div data-phone hidden>${show({ name: 'phone', label: 'Phone number', type: 'tel', autocomplete: 'tel', rule: JSON.stringify({ ...OPTIONAL, kind: 'phone' }) })}</div>`;
}

/** Whether a state or a postal code is needed depends on the country. */
function fieldRule(name: string): Pick<Field, 'optional' | 'rule'> {
  const needed = name === 'line1' || name === 'city';
  return needed ? { rule: required } : { rule: optional, optional: true };
}
