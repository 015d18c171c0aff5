import { requireSignedIn } from '../accounts/session.ts';
import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import type { Fields } from '../wire/fields.ts';

const SHORTEST_SECONDS = 5 * 60;
const LONGEST_SECONDS = 14 * 24 * 60 * 60;

export async function createSessionCookie(context: Context, body: Fields): Promise<object> {
  const validSeconds = body.integer('validDuration') ?? LONGEST_SECONDS;
  const signedIn = requireSignedIn(context, body);
  if (validSeconds < SHORTEST_SECONDS || validSeconds > LONGEST_SECONDS) throw badRequest('INVALID_DURATION');
  return { sessionCookie: await context.tokens.issueCookie(signedIn, validSeconds) };
}
