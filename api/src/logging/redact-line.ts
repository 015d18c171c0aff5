const NAMES = 'authorization|cookie|password|token|idToken|secretKey';
const MENTIONS_A_SECRET = new RegExp(`"(?:${NAMES})":`, 'i');
const IS_A_SECRET = new RegExp(`^(?:${NAMES})$`, 'i');

/** Takes the values of fields that are named like secrets, however deep and of whatever kind, out of a line of JSON. */
export function redactLine(line: string): string {
  // Almost no line mentions a secret, so almost none is parsed.
  if (!MENTIONS_A_SECRET.test(line)) return line;
  return `${JSON.stringify(JSON.parse(line, redacted))}\n`;
}

const redacted = (name: string, value: unknown) => (IS_A_SECRET.test(name) ? '[redacted]' : value);
