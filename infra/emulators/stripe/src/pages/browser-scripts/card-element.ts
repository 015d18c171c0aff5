import { fillIn, findProblems, showProblems, watchTyping } from './card-fields.ts';
import { showError } from './field-errors.ts';
import { answerTo, notify } from './shop-page.ts';

/** Field names in Stripe's error codes. */
const NAMES: Readonly<Record<string, string>> = {
  card_number: 'number',
  expiry: 'expiry',
  cvc: 'cvc',
  postal_code: 'zip',
};

interface ValidationError {
  readonly error: { readonly type: 'validation_error'; readonly code: string; readonly message: string };
}

/** Shows the errors of the card fields and returns the first; undefined if the card is valid. */
function validationError(inputs: readonly HTMLInputElement[]): ValidationError | undefined {
  const problems: Readonly<Record<string, string>> = findProblems(inputs);
  showProblems(inputs, problems);
  const [first] = Object.entries(problems);
  if (first === undefined) return undefined;
  const [field, message] = first;
  const kind = /invalid|past|real card/.test(message) ? 'invalid' : 'incomplete';
  return { error: { type: 'validation_error', code: `${kind}_${NAMES[field]}`, message } };
}

async function confirm(
  form: HTMLFormElement,
  { clientSecret, fields }: { readonly clientSecret: unknown; readonly fields: unknown },
): Promise<unknown> {
  const body = new URLSearchParams(fields as Record<string, string>);
  for (const [name, value] of new FormData(form)) body.set(name, String(value));
  const path = `${form.action}/${encodeURIComponent(String(clientSecret))}/confirm`;
  try {
    const response = await fetch(path, { method: 'POST', body });
    return await response.json();
  } catch {
    const message = 'The Stripe emulator could not be reached.';
    return { error: { type: 'api_connection_error', message } };
  }
}

function start(form: HTMLFormElement): void {
  const inputs = [...form.querySelectorAll('input')];
  watchTyping(form, inputs);
  const notifyChange = () => {
    const empty = inputs.every(({ value }) => value === '');
    notify({ type: 'change', empty, complete: Object.keys(findProblems(inputs)).length === 0 });
  };
  form.addEventListener('input', notifyChange);
  form.addEventListener('submit', (event) => event.preventDefault());
  for (const button of document.querySelectorAll<HTMLElement>('[data-test-card]')) {
    button.addEventListener('click', () => {
      fillIn(form, inputs, button.dataset.testCard ?? '');
      notifyChange();
    });
  }
  answerTo('submit', async () => validationError(inputs) ?? { selectedPaymentMethod: 'card' });
  answerTo('confirm', async ({ clientSecret, fields }) => {
    const answer = validationError(inputs) ?? (await confirm(form, { clientSecret, fields }));
    const { error } = answer as { error?: { type: string; message: string } };
    const [number] = inputs;
    if (error?.type === 'card_error' && number !== undefined) showError(number, error.message);
    return answer;
  });
  notify({ type: 'ready' });
}

const form = document.querySelector<HTMLFormElement>('[data-card-element]');
if (form !== null) start(form);
