import { type AnswerRule, answerProblem } from './answer-rules.ts';
import { type FormControl, showError } from './field-errors.ts';

/** Controls other than the card's, marked by their rule. */
export function answersIn(form: HTMLFormElement): readonly FormControl[] {
  return [...form.querySelectorAll<FormControl>('[data-rule]')];
}

function findProblem(control: FormControl): string | undefined {
  const rule: AnswerRule = JSON.parse(control.dataset.rule ?? '');
  const isUnticked = control.type === 'checkbox' && !(control as HTMLInputElement).checked;
  return answerProblem(rule, isUnticked ? '' : control.value);
}

export function answerProblems(controls: readonly FormControl[]): Record<string, string> {
  const problems = controls.flatMap((control) => {
    const problem = findProblem(control);
    return problem === undefined ? [] : [[control.name, problem] as const];
  });
  return Object.fromEntries(problems);
}

/** Clears an error on input and shows one on blur. */
export function watchAnswers(controls: readonly FormControl[]): void {
  for (const control of controls) {
    control.addEventListener('input', () => showError(control, undefined));
    control.addEventListener('blur', () => {
      const problem = findProblem(control);
      if (control.type !== 'checkbox' && control.value !== '' && problem !== undefined)
        showError(control, problem);
    });
  }
}
