const SECRETS: readonly RegExp[] = [
  /\b[sr]k_(?:test|live)_[A-Za-z0-9_]+/g,
  /\bwhsec_[A-Za-z0-9_+/=]+/g,
  // JSON web tokens, signed or not.
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /\bBearer\s+\S+/gi,
  /-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g,
  /(:\/\/)[^\s/@]+@/g,
  // What a client has entered, as an outside service repeats it in its errors.
  /\b[\w.+-]+@(?:[\w-]+\.)+[A-Za-z]{2,}\b/g,
  // Card numbers, with or without separators.
  /\b\d(?:[ -]?\d){12,18}\b/g,
];

/** Redacts keys, tokens, passwords in URLs, e-mail addresses and card numbers. */
export function scrub(text: string): string {
  return SECRETS.reduce(
    (clean, secret) =>
      clean.replace(secret, (_match, keep: unknown) => `${keep === '://' ? '://' : ''}[redacted]`),
    text,
  );
}

const NAMES = 'authorization|cookie|password|token|idToken|secretKey';
const MENTIONS_A_SECRET = new RegExp(`"(?:${NAMES})":`, 'i');
const IS_A_SECRET = new RegExp(`^(?:${NAMES})$`, 'i');

/** Redacts fields with secret-like names, at any depth and of any type, in a line of JSON. */
export function redactLine(line: string): string {
  // Avoids parsing: almost no line mentions a secret.
  if (!MENTIONS_A_SECRET.test(line)) return line;
  return `${JSON.stringify(JSON.parse(line, redacted))}\n`;
}

const redacted = (name: string, value: unknown) => (IS_A_SECRET.test(name) ? '[redacted]' : value);
