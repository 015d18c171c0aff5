/** What a program does wrong, as opposed to what happens to a payment. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}

/** Refuses what has not the form of a client secret; `call` is named in the message. */
export function checkedSecret(secret: unknown, call: string, prefix: RegExp): string {
  if (typeof secret === 'string' && prefix.test(secret) && /^\w+_secret_\w+$/.test(secret)) return secret;
  throw new IntegrationError(
    `Invalid value for ${call}: clientSecret should be a client secret of the form \${id}_secret_\${secret}. You specified: ${String(secret)}.`,
  );
}
