import { type Html, html } from '@outharbor/emulator-kit/html';
import type { FormErrors } from '../../pages/asked-field.ts';
import type { CardField } from '../../pages/browser-scripts/card-format.ts';
import { type Field, field, group } from '../../pages/field.ts';
import { TEST_CARDS } from '../methods/test-cards.ts';

interface CardFormInput {
  readonly action: string;
  readonly submitLabel: string;
  /** Absent on forms that collect only a card. */
  readonly email?: { readonly value: string };
  readonly name: string;
  readonly postal_code: string;
  /** Contact and shipping fields, if collected. */
  readonly contact?: Html;
  /** Billing address fields beyond the postal code, if collected. */
  readonly address?: Html;
  /** Whether to label the billing address, to distinguish it from another one. */
  readonly namesBilling?: boolean;
  readonly more?: Html;
  /** Other ways to pay. */
  readonly others?: Html;
  readonly errors: FormErrors;
}

/** Also works without JavaScript: the server validates it and returns the page. */
export function cardForm({
  action,
  submitLabel,
  email,
  contact,
  name,
  postal_code,
  address,
  namesBilling = false,
  more,
  others,
  errors,
}: CardFormInput): Html {
  const show: ShowField = (given) => field(given, errors[given.name]);
  const billing = html`${address}
${show(postalCodeField(postal_code))}`;
  return html`<form class="card-form" method="post" action="${action}" novalidate data-card-form>
${email && show({ name: 'email', label: 'Email', value: email.value, type: 'email', autocomplete: 'email' })}
${contact}
${cardFields(show)}
${show({ name: 'name', label: 'Name on card', value: name, autocomplete: 'cc-name' })}
${namesBilling ? group('Billing address', billing) : billing}
${more}
<button type="submit" class="pay"><span class="pay-label">${submitLabel}</span><span class="spinner" aria-hidden="true"></span></button>
${others}
<p class="progress" role="status" data-progress></p>
</form>`;
}

type ShowField = (field: Field & { readonly name: CardField }) => Html;

export function cardFields(show: ShowField): Html {
  return html`${cardNumberField(show)}
<div class="pair">
${show(EXPIRY)}
${show(CVC)}
</div>`;
}

export function cardNumberField(show: ShowField): Html {
  return html`<div class="card-number">
${show({ name: 'card_number', label: 'Card number', autocomplete: 'cc-number', inputMode: 'numeric', placeholder: '1234 1234 1234 1234', maxLength: 23 })}
<span class="brand" data-brand aria-live="polite"></span>
<span class="brands" aria-hidden="true"><b data-name="Visa"></b><b data-name="MC"></b><b data-name="Amex"></b></span>
</div>`;
}

export const EXPIRY = {
  name: 'expiry',
  label: 'Expiry',
  autocomplete: 'cc-exp',
  inputMode: 'numeric',
  placeholder: 'MM / YY',
  maxLength: 7,
} as const;

export const CVC = {
  name: 'cvc',
  label: 'CVC',
  autocomplete: 'cc-csc',
  inputMode: 'numeric',
  placeholder: '123',
  maxLength: 4,
} as const;

export function postalCodeField(value = ''): Field & { readonly name: 'postal_code' } {
  return { name: 'postal_code', label: 'Postal code', value, autocomplete: 'postal-code', maxLength: 12 };
}

function grouped(number: string): string {
  const groups = number.length === 15 ? /^(\d{4})(\d{6})(\d{5})$/ : /^(\d{4})(\d{4})(\d{4})(\d{4})$/;
  return groups.exec(number)?.slice(1).join(' ') ?? number;
}

export function testCardList(): Html {
  const items = TEST_CARDS.map(
    ({
      number,
      label,
      brand,
    }) => html`<li><button type="button" data-test-card="${number}" data-brand-of="${brand}">
<span class="number">${grouped(number)}</span> <span class="effect">${label}</span></button></li>`,
  );
  return html`<details class="test-cards">
<summary><h2>Test cards</h2></summary>
<p>Only these work here. Choose one to fill the form in.</p>
<ul>${items}</ul>
</details>`;
}
