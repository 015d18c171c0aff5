/** Validation rule of a field, checked in the browser before submission and again on the server. */
export interface AnswerRule {
  readonly kind: 'choice' | 'dropdown' | 'numeric' | 'phone' | 'terms' | 'text';
  readonly optional: boolean;
  /** The length in characters; null if unbounded. */
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/** A phone number in E.164, or null if invalid. Without a country code, the United States is assumed. */
export function phoneNumber(text: string): string | null {
  const plain = text.replace(/[\s().-]/g, '');
  if (/^\+[1-9]\d{6,14}$/.test(plain)) return plain;
  const [, national] = /^1?(\d{10})$/.exec(plain) ?? [];
  return national === undefined ? null : `+1${national}`;
}

const MISSING = {
  choice: '',
  dropdown: 'Select an option.',
  numeric: 'Fill in this field.',
  phone: 'Enter your phone number.',
  terms: 'Accept the terms of service to continue.',
  text: 'Fill in this field.',
};

function lengthProblem({ kind, minimum, maximum }: AnswerRule, { length }: string): string | undefined {
  const unit = (count: number) => `${kind === 'numeric' ? 'digit' : 'character'}${count === 1 ? '' : 's'}`;
  if (minimum !== null && length < minimum) return `Enter at least ${minimum} ${unit(minimum)}.`;
  if (maximum !== null && length > maximum) return `Enter no more than ${maximum} ${unit(maximum)}.`;
  return undefined;
}

/** The validation error, or undefined. An unchecked checkbox is an empty answer. */
export function answerProblem(rule: AnswerRule, given: string): string | undefined {
  const answer = given.trim();
  if (answer === '') return rule.optional ? undefined : MISSING[rule.kind];
  if (rule.kind === 'phone')
    return phoneNumber(answer) === null ? 'Your phone number is incomplete.' : undefined;
  if (rule.kind === 'numeric' && !/^\d+$/.test(answer)) return 'Enter digits only.';
  return lengthProblem(rule, answer);
}
