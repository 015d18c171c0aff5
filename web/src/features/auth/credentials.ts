import { MESSAGES } from '../../content/account.ts';

/** Local part, at sign, domain, dot, two or more letters. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/;

export interface LoginInput {
  readonly email: string;
  readonly password: string;
}

export interface RegistrationInput extends LoginInput {
  readonly fullName: string;
}

export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}

export interface CredentialsFault {
  readonly field: keyof RegistrationInput;
  readonly message: string;
}

const FIELDS = ['fullName', 'email', 'password'] as const;

/** What is wrong with the form, at its first faulty field; undefined where it may be sent. */
export function credentialsFault(
  input: Partial<RegistrationInput> & LoginInput,
): CredentialsFault | undefined {
  const empty = FIELDS.find((field) => input[field] === '');
  if (empty) return { field: empty, message: MESSAGES.fillAllFields };
  if (!isEmail(input.email)) return { field: 'email', message: MESSAGES.validEmail };
  return undefined;
}

/** Reads a submitted form. Names and addresses are trimmed; a password is taken as it is. */
export function readLogin(form: FormData): LoginInput {
  return { email: text(form, 'email').trim(), password: text(form, 'password') };
}

export function readRegistration(form: FormData): RegistrationInput {
  return { fullName: text(form, 'fullName').trim(), ...readLogin(form) };
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
