const IN_WORDS: Readonly<Record<string, string>> = {
  EMAIL_EXISTS: 'There is already an account with this address.',
  INVALID_EMAIL: 'This is no email address.',
  USER_NOT_FOUND: 'There is no such account (any more).',
};

/** Why something failed, in words: `fetch` only throws "fetch failed", with the reason in the cause, and services quote. */
export function reasonIn(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  const said = message.replace(/^[A-Z]+ \S+ answered \d+: /, '');
  const [code = ''] = said.split(/ ?: /);
  return IN_WORDS[code] ?? said;
}

/** Answered with the status. */
export const failure = (statusCode: number, message: string) =>
  Object.assign(new RangeError(message), { statusCode });
