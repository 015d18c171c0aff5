import { type Html, html } from '@outharbor/emulator-kit/html';
import { type Field, field } from './field.ts';
import type { FormErrors } from './form-errors.ts';
import { group } from './group.ts';

export const FIELDS = ['email', 'card_number', 'expiry', 'cvc', 'name', 'postal_code'] as const;
export type FieldName = (typeof FIELDS)[number];

interface CardFormInput {
  readonly action: string;
  readonly submitLabel: string;
  /** Absent on forms that ask for a card alone. */
  readonly email?: { readonly value: string };
  readonly name: string;
  readonly postalCode: string;
  /** Who buys and where it is sent, where that is asked for. */
  readonly contact?: Html;
  /** The billing address, where more is asked for than the postal code. */
  readonly address?: Html;
  /** Says over the billing address what it is, where another is asked for. */
  readonly namesBilling?: boolean;
  /** Fields after those of the card. */
  readonly more?: Html;
  readonly errors: FormErrors;
}

/** The form works without a script as well: it is then checked by the server and the page comes back. */
export function cardForm({
  action,
  submitLabel,
  email,
  contact,
  name,
  postalCode,
  address,
  namesBilling = false,
  more,
  errors,
}: CardFormInput): Html {
  const show: ShowField = (given) => field(given, errors[given.name]);
  const billing = html`${address}
${show(postalCodeField(postalCode))}`;
  return html`<form class="card-form" method="post" action="${action}" novalidate data-card-form>
${email && show({ name: 'email', label: 'Email', value: email.value, type: 'email', autocomplete: 'email' })}
${contact}
${cardFields(show)}
${show({ name: 'name', label: 'Name on card', value: name, autocomplete: 'cc-name' })}
${namesBilling ? group('Billing address', billing) : billing}
${more}
<button type="submit" class="pay"><span class="pay-label">${submitLabel}</span><span class="spinner" aria-hidden="true"></span></button>
<p class="progress" role="status" data-progress></p>
</form>`;
}

type ShowField = (field: Field & { readonly name: FieldName }) => Html;

/** What stands on a card. */
export function cardFields(show: ShowField): Html {
  return html`<div class="card-number">
${show({ name: 'card_number', label: 'Card number', autocomplete: 'cc-number', inputMode: 'numeric', placeholder: '1234 1234 1234 1234', maxLength: 23 })}
<span class="brand" data-brand aria-live="polite"></span>
</div>
<div class="pair">
${show({ name: 'expiry', label: 'Expiry', autocomplete: 'cc-exp', inputMode: 'numeric', placeholder: 'MM / YY', maxLength: 7 })}
${show({ name: 'cvc', label: 'CVC', autocomplete: 'cc-csc', inputMode: 'numeric', placeholder: '123', maxLength: 4 })}
</div>`;
}

export function postalCodeField(value = ''): Field & { readonly name: 'postal_code' } {
  return { name: 'postal_code', label: 'Postal code', value, autocomplete: 'postal-code', maxLength: 12 };
}
