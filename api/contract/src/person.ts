/** What a person's name and e-mail address may be: for the form, the database's rules, the API and what it gives to Stripe. */

/** In UTF-16 code units, the unit in which the rules count too. */
export const MAX_NAME_LENGTH = 200;
export const MAX_EMAIL_LENGTH = 254;

/** Local part, at sign, domain, dot, two or more letters. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/;

export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && text.isWellFormed() && EMAIL.test(text);
}

export function isName(text: string): boolean {
  return toName(text) === text;
}

/** A letter, or anything else that takes room. */
const VISIBLE = /[^\s\p{DI}]/u;

/** The nearest valid name, in one line, cut between characters and never inside one; undefined where nothing is left. */
export function toName(text: string): string | undefined {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  const cut = line.slice(0, MAX_NAME_LENGTH).replace(/[\ud800-\udbff]$/, '');
  const name = cut.toWellFormed().trim();
  return VISIBLE.test(name) ? name : undefined;
}
