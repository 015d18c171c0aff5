import { answerProblems, answersIn, watchAnswers } from './answers.ts';
import { fillIn, findProblems, showProblems, watchTyping } from './card-fields.ts';

/** The server's response to a form submitted by script. */
interface FormAnswer {
  readonly redirect?: string;
  /** Errors by field name. */
  readonly errors?: Readonly<Record<string, string>>;
}

function setBusy(form: HTMLFormElement, busy: boolean): void {
  form.toggleAttribute('data-busy', busy);
  form.setAttribute('aria-busy', String(busy));
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (button !== null) button.disabled = busy;
  const progress = form.querySelector('[data-progress]');
  if (progress !== null) progress.textContent = busy ? 'Processing your payment' : '';
}

/** Submits a form once: ignores further clicks while pending and after success. */
async function submitOnce(form: HTMLFormElement): Promise<FormAnswer> {
  if (form.hasAttribute('data-busy')) return {};
  setBusy(form, true);
  try {
    const answer = await send(form);
    if (answer.redirect === undefined) setBusy(form, false);
    return answer;
  } catch {
    setBusy(form, false);
    return { errors: { card_number: 'The payment could not be sent. Please try again.' } };
  }
}

async function send(form: HTMLFormElement): Promise<FormAnswer> {
  const fields = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]);
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(fields),
  });
  if (!response.ok) throw new Error(`the server responded with ${response.status}`);
  return response.json();
}

async function pay(form: HTMLFormElement, inputs: readonly HTMLInputElement[]): Promise<void> {
  const answers = answersIn(form);
  const controls = [...inputs, ...answers];
  const problems = { ...findProblems(inputs), ...answerProblems(answers) };
  showProblems(controls, problems);
  if (Object.keys(problems).length > 0) return;
  const answer = await submitOnce(form);
  if (answer.redirect !== undefined) location.assign(answer.redirect);
  if (answer.errors !== undefined) showProblems(controls, answer.errors);
}

function start(form: HTMLFormElement): void {
  const inputs = [...form.querySelectorAll<HTMLInputElement>('input:not([data-rule])')];
  watchTyping(form, inputs);
  watchAnswers(answersIn(form));
  form.addEventListener('submit', (event) => {
    // The server reads what else is needed for another method than the card.
    if (event.submitter?.getAttribute('name') === 'method') return;
    event.preventDefault();
    void pay(form, inputs);
  });
  for (const button of document.querySelectorAll<HTMLElement>('[data-test-card]')) {
    button.addEventListener('click', () => fillIn(form, inputs, button.dataset.testCard ?? ''));
  }
}

/** Another tab may have completed or replaced the session meanwhile; offline, submitting will tell. */
async function leaveIfClosed(): Promise<void> {
  if (document.hidden || !navigator.onLine) return;
  const page = await (await fetch(location.href)).text();
  if (!page.includes('data-card-form')) location.reload();
}

document.addEventListener('visibilitychange', () => void leaveIfClosed());
const form = document.querySelector<HTMLFormElement>('[data-card-form]');
if (form !== null) start(form);
