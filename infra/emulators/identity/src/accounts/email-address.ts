import { badRequest } from '../errors/api-error.ts';
import type { Fields } from '../wire/fields.ts';

const LONGEST = 256;
const FORM = /^[^\s@"<>]+@[^\s@"<>.]+(\.[^\s@"<>.]+)*$/;

/** The address in the form in which addresses are compared; throws INVALID_EMAIL. */
export function parseEmail(text: string, code = 'INVALID_EMAIL'): string {
  if (!isEmailAddress(text)) throw badRequest(code);
  return text.toLowerCase();
}

/** Throws MISSING_EMAIL where the field is absent. */
export function requireEmail(body: Fields, name = 'email', missing = 'MISSING_EMAIL'): string {
  const text = body.text(name);
  if (text === undefined) throw badRequest(missing);
  return parseEmail(text);
}

export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST && FORM.test(text);
}
