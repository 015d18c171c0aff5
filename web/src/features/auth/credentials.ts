import { isEmail, isName } from '@outharbor/contract/person';
import type { Profile } from '@outharbor/contract/user-record';
import { MESSAGES } from '../../content/messages.ts';

export interface LoginInput {
  readonly email: string;
  readonly password: string;
}

export type RegistrationInput = Omit<Profile, 'uid'> & LoginInput;

export interface PasswordChange {
  readonly password: string;
  readonly newPassword: string;
}

const FIELDS = ['userName', 'email', 'password', 'newPassword'] as const;
export type CredentialsField = (typeof FIELDS)[number];

export interface CredentialsFaults {
  readonly message: string;
  /** Invalid fields in the order in which to correct them. */
  readonly fields: ReadonlyMap<CredentialsField, 'empty' | 'invalid'>;
}

/** Validates the form; undefined if it is valid. */
export function credentialsFaults(
  input: Partial<RegistrationInput & PasswordChange>,
): CredentialsFaults | undefined {
  const empty = FIELDS.filter((field) => input[field] === '');
  const fields = new Map<CredentialsField, 'empty' | 'invalid'>(empty.map((field) => [field, 'empty']));
  if (input.email && !isEmail(input.email)) fields.set('email', 'invalid');
  if (input.userName && !isName(input.userName)) fields.set('userName', 'invalid');
  if (fields.size === 0) return undefined;
  return { message: toMessage(fields), fields };
}

function toMessage(fields: CredentialsFaults['fields']): string {
  if ([...fields.values()].includes('empty')) return MESSAGES.fillAllFields;
  return fields.has('email') ? MESSAGES.validEmail : MESSAGES.validName;
}

/** Reads a submitted form. Trims names and addresses, but not passwords. */
export function readLogin(form: FormData): LoginInput {
  return { ...readEmail(form), ...readPassword(form) };
}

export function readEmail(form: FormData): Pick<LoginInput, 'email'> {
  return { email: text(form, 'email').trim() };
}

export function readPassword(form: FormData): Pick<LoginInput, 'password'> {
  return { password: text(form, 'password') };
}

export function readRegistration(form: FormData): RegistrationInput {
  return { userName: text(form, 'userName').trim(), ...readLogin(form) };
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
