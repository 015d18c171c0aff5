import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

export interface ForgedCall {
  /** Its spellings, for the message of a failure. */
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface ForgeryOptions {
  readonly projectId: string;
  /** Of the account that the forger wants. */
  readonly localId: string;
  /** A token of the forger's own, which is genuine. */
  readonly genuine: string;
  readonly password: string;
}

type Fields = Record<string, unknown>;

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** What an attacker may put in place of the token. */
const TOKENS: Readonly<Record<string, (claims: object, genuine: string) => unknown>> = {
  unsigned: (claims) => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
  'with another signature': (claims) => `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.AAAA`,
  'with the signature of another': (claims, genuine) => {
    const [header, , signature] = genuine.split('.');
    return `${header}.${encode(claims)}.${signature}`;
  },
  'in a list': (claims) => [`${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`],
};

/** How the field of the token is written. The emulator converts names to camel case with lodash. */
const NAMES: Readonly<Record<string, (token: unknown, genuine: string) => Fields>> = {
  ...Object.fromEntries(
    [
      'idToken',
      'id_token',
      'ID_TOKEN',
      'id-token',
      'id token',
      'IdToken',
      '__idToken__',
      'id.token',
      'ídToken',
      "id'Token",
      'IDToken',
      'idTOKEN',
      '\u200bidToken',
    ].map((name) => [name, (token: unknown) => ({ [name]: token })]),
  ),
  'twice, the genuine first': (token, genuine) => ({ idToken: genuine, id_token: token }),
  'twice, the genuine last': (token, genuine) => ({ id_token: token, 'id-token': token, idToken: genuine }),
};

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const json = (text: string, type = 'application/json') => ({
  body: Buffer.from(text),
  headers: { 'content-type': type },
});
const packed = (encoding: string, pack: (text: string) => Buffer) => (text: string) => ({
  body: pack(text),
  headers: { 'content-type': 'application/json', 'content-encoding': encoding },
});
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

/** How the body is written. */
const BODIES: Readonly<Record<string, (text: string) => Pick<ForgedCall, 'body' | 'headers'>>> = {
  plain: (text) => json(text),
  'in capitals': (text) => json(text, 'Application/JSON; Charset=UTF-8'),
  gzip: packed('gzip', gzipSync),
  'gzip in capitals': packed('GZIP', gzipSync),
  deflate: packed('deflate', deflateSync),
  brotli: packed('br', brotliCompressSync),
  'gzip twice': packed('gzip, gzip', (text) => gzipSync(gzipSync(text))),
  'UTF-16': (text) => ({
    body: utf16(text),
    headers: { 'content-type': 'application/json; charset=utf-16le' },
  }),
  'UTF-16 with a mark': (text) => ({
    body: Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(text)]),
    headers: { 'content-type': 'application/json; charset=utf-16' },
  }),
  'UTF-7': (text) => json(text.replaceAll('"', '+ACI-'), 'application/json; charset=utf-7'),
  'a byte order mark': (text) => ({ ...json(text), body: Buffer.concat([BOM, Buffer.from(text)]) }),
  escapes: (text) =>
    json(text.replace(/[iI]d/g, (pair) => `\\u00${pair.charCodeAt(0).toString(16)}${pair[1]}`)),
  'a name twice': (text) => json(text.replace('{', '{"idToken":"a.b.c",')),
  'as text': (text) => json(text, 'text/plain'),
  'as other JSON': (text) => json(text, 'application/vnd.api+json'),
  'without a type': (text) => ({ body: Buffer.from(text), headers: {} }),
  'as a form': (text) =>
    json(new URLSearchParams(flat(text)).toString(), 'application/x-www-form-urlencoded'),
};

const flat = (text: string) =>
  Object.entries(JSON.parse(text) as Fields).map(
    ([name, value]) => [name, String(value)] as [string, string],
  );

const ACCOUNTS = '/identitytoolkit.googleapis.com/v1/accounts';
const PATHS: readonly string[] = [
  `${ACCOUNTS}:update?key=any`,
  `${ACCOUNTS}%3Aupdate?key=any`,
  `${ACCOUNTS.replace('/v1', '/x/../v1')}:update?key=any`,
  `${ACCOUNTS}:delete?key=any`,
  '/www.googleapis.com/identitytoolkit/v3/relyingparty/setAccountInfo?key=any',
  '/www.googleapis.com/IdentityToolkit/v3/RelyingParty/SetAccountInfo/?key=any',
];

/** Calls that change the account's password or delete it where its token is believed. */
export const FORGERIES: readonly ((options: ForgeryOptions) => ForgedCall)[] = Object.entries(TOKENS).flatMap(
  ([tokenName, forge]) =>
    Object.entries(NAMES).flatMap(([fieldName, place]) =>
      Object.entries(BODIES).flatMap(([bodyName, write]) =>
        PATHS.map((path) => ({ genuine, password, ...of }: ForgeryOptions) => {
          const token = forge(claimsFor(of), genuine);
          const fields = { ...place(token, genuine), password, returnSecureToken: true };
          const name = `${tokenName}, ${fieldName}, ${bodyName}, ${path}`;
          return { name, path, ...write(JSON.stringify(fields)) };
        }),
      ),
    ),
);

function claimsFor({ projectId, localId }: Pick<ForgeryOptions, 'projectId' | 'localId'>): object {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    ...{ sub: localId, user_id: localId, iat: now, auth_time: now, exp: now + 3600 },
    firebase: { identities: {}, sign_in_provider: 'password' },
  };
}
