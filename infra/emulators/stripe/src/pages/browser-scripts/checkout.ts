import { answerProblems, answersIn, watchAnswers } from './answers.ts';
import { fillIn, findProblems, showProblems, watchTyping } from './card-fields.ts';
import { submitOnce } from './submit-once.ts';

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
