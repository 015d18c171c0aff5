import { badRequest } from '../errors/api-error.ts';
import type { Fields } from '../wire/fields.ts';

const MAX_LENGTH = 256;
const FORM = /^[^\s@"<>]+@[^\s@"<>.]+(\.[^\s@"<>.]+)*$/;

/** Normalizes an email address for comparison; throws INVALID_EMAIL. */
export function parseEmail(text: string, code = 'INVALID_EMAIL'): string {
  if (!isEmailAddress(text)) throw badRequest(code);
  return text.toLowerCase();
}

/** Throws MISSING_EMAIL when the field is absent or empty. */
export function requireEmail(
  body: Fields,
  name = 'email',
  missing = 'MISSING_EMAIL',
  invalid = 'INVALID_EMAIL',
): string {
  const text = body.text(name);
  if (text === undefined || text === '') throw badRequest(missing);
  return parseEmail(text, invalid);
}

export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && FORM.test(text);
}
