const REDACTED = '[redacted]';

const SECRET_NAME =
  '[\\w.\\[\\]-]*(?:password|passwd|secret|token|credential|private_?key|assertion|signature|salt|api_?key|oob_?code|session_?info)[\\w\\]-]*';
const IN_JSON = new RegExp(`("${SECRET_NAME}"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*("|$)`, 'gi');
const IN_FORM = new RegExp(`((?:^|[?&])(?:${SECRET_NAME}|key|auth)=)[^&#\\s]+`, 'gi');
const CARD_NUMBER = /((?:^|&)[^=&\s]*(?:card_number|card(?:%5B|\[)(?:number|cvc)(?:%5D|\]))=)[^&\s]+/gi;
/** Keys and tokens, wherever they stand. */
const KEYS = /\b(?:sk|rk|whsec)_(?:test_|live_)?\w+|\beyJ[\w-]{4,}\.[\w-]*\.?[\w-]*/g;
const SECRET_HEADERS =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-goog-api-key|.*-signature)$/i;

/** A body without passwords, tokens, keys and codes. */
export function redacted(body: string): string {
  return body
    .replaceAll(IN_JSON, `$1"${REDACTED}"`)
    .replaceAll(IN_FORM, `$1${REDACTED}`)
    .replaceAll(CARD_NUMBER, `$1${REDACTED}`)
    .replaceAll(KEYS, REDACTED);
}

const IS_SECRET = new RegExp(`^${SECRET_NAME}$`, 'i');

/** A JSON value without them; in a text, only the secret itself is replaced. */
export function redactedValue(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, each) => {
    if (typeof each !== 'string') return each;
    return IS_SECRET.test(name) ? REDACTED : redacted(each);
  });
}

export function redactedUrl(url: string): string {
  return url.replaceAll(IN_FORM, `$1${REDACTED}`).replaceAll(KEYS, REDACTED);
}

export function redactedHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const text = Array.isArray(value) ? value.join(', ') : String(value);
      return [name, SECRET_HEADERS.test(name) ? hidden(text) : redactedUrl(text)];
    }),
  );
}

/** The scheme of a credential tells how it was sent. */
function hidden(value: string): string {
  const [scheme = '', credential] = value.split(' ');
  return credential === undefined ? REDACTED : `${scheme} ${REDACTED}`;
}
