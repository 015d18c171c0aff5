import { splitGuests, validateDetails } from '../../widget/details-validation.ts';
import { element } from './page-elements.ts';

export interface TypedDetails {
  readonly name: string;
  readonly email: string;
  readonly guests: string[];
  readonly answers: Readonly<Record<string, string>>;
  readonly location: string | null;
  readonly locationKind: string | null;
}

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Those of the form that the visitor fills in, in their order. */
const fields = (): Input[] => [...document.querySelectorAll<Input>('#form [aria-describedby]')];

export class DetailsForm {
  readonly #submit = element('submit', HTMLButtonElement);
  #busy = false;

  constructor(onSubmit: (details: TypedDetails) => Promise<void>) {
    element('form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#trySubmit(onSubmit);
    });
  }

  showFieldErrors(errors: Readonly<Record<string, string | undefined>>): void {
    for (const input of fields()) {
      const message = errors[input.name] ?? '';
      if (message === '') input.removeAttribute('aria-invalid');
      else input.setAttribute('aria-invalid', 'true');
      showMessage(`${input.name}-error`, message);
    }
    fields()
      .find(({ name }) => errors[name])
      ?.focus();
  }

  showFormError(message: string): void {
    showMessage('form-error', message);
  }

  async #trySubmit(onSubmit: (details: TypedDetails) => Promise<void>): Promise<void> {
    if (this.#busy) return;
    const details = typedDetails();
    const errors = validateDetails(details);
    this.showFormError('');
    this.showFieldErrors(errors);
    if (Object.keys(errors).length > 0) return;
    this.#setBusy(true);
    try {
      await onSubmit(details);
    } finally {
      this.#setBusy(false);
    }
  }

  // `disabled` would drop the focus of a visitor who submits by keyboard.
  #setBusy(busy: boolean): void {
    this.#busy = busy;
    this.#submit.setAttribute('aria-disabled', String(busy));
    this.#submit.classList.toggle('busy', busy);
  }
}

function typedDetails(): TypedDetails {
  return {
    name: element('name', HTMLInputElement).value.trim(),
    email: element('email', HTMLInputElement).value.trim(),
    guests: splitGuests(element('guests', HTMLInputElement).value),
    answers: Object.fromEntries(
      fields().flatMap((field) => (/^a\d+$/.test(field.name) ? [[field.name, valueIn(field)]] : [])),
    ),
    location: valueById('location'),
    locationKind: valueById('location-kind'),
  };
}

/** Several choices are lines, as at Calendly. */
function valueIn(field: Input): string {
  if (!(field instanceof HTMLSelectElement)) return field.value.trim();
  return [...field.selectedOptions].map(({ value }) => value).join('\n');
}

function valueById(id: string): string | null {
  const field = document.getElementById(id) as Input | null;
  return field && (valueIn(field) || null);
}

function showMessage(id: string, message: string): void {
  const place = element(id, HTMLElement);
  place.textContent = message;
  place.hidden = message === '';
}
