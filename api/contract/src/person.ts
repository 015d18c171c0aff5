/**
 * Valid names and e-mail addresses, shared by the form, the database rules, the API and what it sends to
 * Stripe.
 */

/** In UTF-16 code units, as the database rules count. */
export const MAX_NAME_LENGTH = 200;
const MAX_EMAIL_LENGTH = 254;

/** Local part, at sign, domain, dot, two or more letters. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/;

export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && text.isWellFormed() && EMAIL.test(text);
}

export function isName(text: string): boolean {
  return toName(text) === text;
}

/** Matches a text with at least one visible character. */
const VISIBLE = /[^\s\p{DI}]/u;

/** The nearest valid name: one line, never cut inside a character; undefined if nothing is left. */
export function toName(text: string): string | undefined {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  const cut = line.slice(0, MAX_NAME_LENGTH).replace(/[\ud800-\udbff]$/, '');
  const name = cut.toWellFormed().trim();
  return VISIBLE.test(name) ? name : undefined;
}
