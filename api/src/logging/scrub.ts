const SECRETS: readonly RegExp[] = [
  /\b[sr]k_(?:test|live)_[A-Za-z0-9_]+/g,
  /\bwhsec_[A-Za-z0-9_+/=]+/g,
  // A JSON web token, signed or not.
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /\bBearer\s+\S+/gi,
  /-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g,
  /(:\/\/)[^\s/@]+@/g,
  // Card numbers, written together or in groups of four.
  /\b\d(?:[ -]?\d){12,18}\b/g,
];

/** Takes keys, tokens, passwords in addresses and card numbers out of a text. */
export function scrub(text: string): string {
  return SECRETS.reduce(
    (clean, secret) =>
      clean.replace(secret, (_match, keep: unknown) => `${keep === '://' ? '://' : ''}[redacted]`),
    text,
  );
}
