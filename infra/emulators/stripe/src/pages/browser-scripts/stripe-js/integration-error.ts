/** A programming error, as opposed to a payment error. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}

/** Validates the format of a client secret; the error names `call`. */
export function checkedSecret(secret: unknown, call: string, prefix: RegExp): string {
  if (typeof secret === 'string' && prefix.test(secret) && /^\w+_secret_\w+$/.test(secret)) return secret;
  throw new IntegrationError(
    `Invalid value for ${call}: clientSecret should be a client secret of the form \${id}_secret_\${secret}. You specified: ${String(secret)}.`,
  );
}
