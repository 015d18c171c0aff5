/** Validation rule of a field, checked in the browser before submission and again on the server. */
export interface AnswerRule {
  readonly kind: 'amount' | 'choice' | 'dropdown' | 'numeric' | 'phone' | 'terms' | 'text';
  readonly optional: boolean;
  /** The length in characters; null if unbounded. */
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly amount?: AmountRule;
}

/** Bounds in the currency's smallest unit, of which a whole has 10 to the power of `decimals`. */
interface AmountRule {
  readonly decimals: number;
  readonly least: number;
  readonly most: number;
  /** Says that the amount is out of bounds. */
  readonly problem: string;
}

/** `25` or `25.5` in the smallest unit; null for anything else. */
export function amountIn(text: string, decimals: number): number | null {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,3}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || fraction.length > decimals) return null;
  return Number(whole + fraction.padEnd(decimals, '0'));
}

function amountProblem({ decimals, least, most, problem }: AmountRule, text: string): string | undefined {
  const amount = amountIn(text, decimals);
  if (amount === null) return `Enter an amount such as ${(10).toFixed(decimals)}.`;
  return amount < least || amount > most ? problem : undefined;
}

/** A phone number in E.164, or null if invalid. Without a country code, the United States is assumed. */
export function phoneNumber(text: string): string | null {
  const plain = text.replace(/[\s().-]/g, '');
  if (/^\+[1-9]\d{6,14}$/.test(plain)) return plain;
  const [, national] = /^1?(\d{10})$/.exec(plain) ?? [];
  return national === undefined ? null : `+1${national}`;
}

const MISSING = {
  amount: 'Enter an amount.',
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
  return rule.amount ? amountProblem(rule.amount, answer) : lengthProblem(rule, answer);
}
