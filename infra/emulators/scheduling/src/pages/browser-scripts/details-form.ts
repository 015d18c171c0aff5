import { splitGuests, validateDetails } from '../../widget/details-validation.ts';
import { element } from './page-elements.ts';

export interface TypedDetails {
  readonly name: string;
  readonly email: string;
  readonly guests: string[];
  readonly answer: string;
}

const FIELDS = ['name', 'email', 'guests'] as const;

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
    for (const name of FIELDS) {
      const message = errors[name] ?? '';
      const input = element(name, HTMLInputElement);
      if (message === '') input.removeAttribute('aria-invalid');
      else input.setAttribute('aria-invalid', 'true');
      showMessage(`${name}-error`, message);
    }
    const first = FIELDS.find((name) => errors[name]);
    if (first) element(first, HTMLInputElement).focus();
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
    answer: element('a1', HTMLTextAreaElement).value.trim(),
  };
}

function showMessage(id: string, message: string): void {
  const place = element(id, HTMLElement);
  place.textContent = message;
  place.hidden = message === '';
}
