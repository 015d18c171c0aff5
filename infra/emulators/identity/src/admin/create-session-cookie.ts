import { requireSignedIn } from '../accounts/session.ts';
import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import type { Fields } from '../wire/fields.ts';

const MIN_SECONDS = 5 * 60;
const MAX_SECONDS = 14 * 24 * 60 * 60;

export async function createSessionCookie(context: Context, body: Fields): Promise<object> {
  const validSeconds = body.integer('validDuration') ?? MAX_SECONDS;
  const signedIn = requireSignedIn(context, body);
  if (validSeconds < MIN_SECONDS || validSeconds > MAX_SECONDS) throw badRequest('INVALID_DURATION');
  return { sessionCookie: await context.tokens.issueCookie(signedIn, validSeconds) };
}
