import {
  BRAND_NAMES,
  type CardField,
  cardProblems,
  fieldProblem,
  findBrand,
  formatCardNumber,
  formatExpiry,
  keepDigits,
} from './card-format.ts';
import { type FormControl, showError } from './field-errors.ts';

const NOT_A_TEST_CARD = 'Please do not enter a real card: use a test card.';

/** Formats the value and keeps the caret after the same digit. */
function reformat(input: HTMLInputElement, format: (text: string) => string): void {
  const caret = input.selectionStart ?? input.value.length;
  const digitsBefore = keepDigits(input.value.slice(0, caret)).length;
  const wasAtEnd = caret === input.value.length;
  input.value = format(input.value);
  if (wasAtEnd) return;
  let position = 0;
  for (let seen = 0; position < input.value.length && seen < digitsBefore; position += 1) {
    if (/\d/.test(input.value.charAt(position))) seen += 1;
  }
  input.setSelectionRange(position, position);
}

function showBrand(form: HTMLFormElement, number: string): void {
  const place = form.querySelector<HTMLElement>('[data-brand]');
  const brand = findBrand(number);
  if (place === null) return;
  place.dataset.brand = brand ?? '';
  place.textContent = brand === undefined ? '' : BRAND_NAMES[brand];
}

function checkedCardNumber(number: string): string | undefined {
  const problem = fieldProblem('card_number', { card_number: number }, new Date());
  if (problem !== undefined) return problem;
  return document.querySelector(`[data-test-card="${keepDigits(number)}"]`) === null
    ? NOT_A_TEST_CARD
    : undefined;
}

/** Errors by field. Detects numbers of real cards before they are sent. */
export function findProblems(inputs: readonly HTMLInputElement[]): Partial<Record<CardField, string>> {
  const values: Record<string, string> = Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
  const problems = cardProblems(values, new Date());
  if (values.card_number === undefined) return problems;
  const number = checkedCardNumber(values.card_number);
  return number === undefined ? problems : { ...problems, card_number: number };
}

export function showProblems(
  inputs: readonly FormControl[],
  problems: Readonly<Record<string, string>>,
): void {
  for (const input of inputs) showError(input, problems[input.name]);
  inputs.find((input) => problems[input.name] !== undefined)?.focus();
}

export function watchTyping(form: HTMLFormElement, inputs: readonly HTMLInputElement[]): void {
  for (const input of inputs) {
    input.addEventListener('input', () => {
      if (input.name === 'card_number') reformat(input, formatCardNumber);
      if (input.name === 'card_number') showBrand(form, input.value);
      // Inserts the slash only while digits are added; otherwise it could never be deleted.
      if (input.name === 'expiry' && !input.value.endsWith('/') && input.value.length > 2)
        reformat(input, formatExpiry);
      if (input.name === 'cvc') reformat(input, (text) => keepDigits(text).slice(0, 4));
      showError(input, undefined);
    });
    input.addEventListener('blur', () => {
      const problem = findProblems(inputs)[input.name as CardField];
      // A server error stays until the value changes.
      if (input.value !== '' && problem !== undefined) showError(input, problem);
    });
  }
}

/** Fills in a test card, and defaults for other empty fields. */
export function fillIn(form: HTMLFormElement, inputs: readonly HTMLInputElement[], number: string): void {
  const nextYear = String(new Date().getFullYear() + 3).slice(-2);
  const values: Partial<Record<string, string>> = {
    card_number: formatCardNumber(number),
    expiry: `12 / ${nextYear}`,
    cvc: findBrand(number) === 'amex' ? '1234' : '123',
  };
  const defaults: Partial<Record<string, string>> = { name: 'Test Customer', postal_code: '94107' };
  for (const input of inputs) {
    input.value = values[input.name] ?? (input.value || (defaults[input.name] ?? ''));
    showError(input, undefined);
  }
  showBrand(form, number);
  form.querySelector<HTMLButtonElement>('button[type=submit]')?.focus();
}
