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
