import { splitGuests, validateDetails } from '../../widget/details-validation.ts';
import { element } from './page-elements.ts';

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Those of the form that the visitor fills in, in their order. */
const fields = (): Input[] => [...document.querySelectorAll<Input>('#form [aria-describedby]')];

export type TypedDetails = ReturnType<typeof typedDetails>;
export type DetailsForm = ReturnType<typeof detailsForm>;

export function detailsForm(onSubmit: (details: TypedDetails) => Promise<void>) {
  const submit = element('submit', HTMLButtonElement);
  let isBusy = false;
  const showFieldErrors = (errors: Readonly<Record<string, string | undefined>>): void => {
    for (const input of fields()) {
      const message = errors[input.name] ?? '';
      if (message === '') input.removeAttribute('aria-invalid');
      else input.setAttribute('aria-invalid', 'true');
      showMessage(`${input.name}-error`, message);
    }
    fields()
      .find(({ name }) => errors[name])
      ?.focus();
  };
  const showFormError = (message: string): void => showMessage('form-error', message);
  // `disabled` would drop the focus of a visitor who submits by keyboard.
  const setBusy = (busy: boolean): void => {
    isBusy = busy;
    submit.setAttribute('aria-disabled', String(busy));
    submit.classList.toggle('busy', busy);
  };
  const trySubmit = async (): Promise<void> => {
    if (isBusy) return;
    const details = typedDetails();
    const errors = validateDetails(details);
    showFormError('');
    showFieldErrors(errors);
    if (Object.keys(errors).length > 0) return;
    setBusy(true);
    try {
      await onSubmit(details);
    } finally {
      setBusy(false);
    }
  };
  element('form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    void trySubmit();
  });
  return { showFieldErrors, showFormError };
}

function typedDetails() {
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
