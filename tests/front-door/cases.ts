import type { RawRequest } from './raw-request.ts';

/** Addresses that no front door may serve: each is answered 4xx, whatever stands behind it. */
export const REFUSED_REQUESTS: readonly (RawRequest & { readonly name: string })[] = [
  { name: 'a parent folder', path: '/../package.json' },
  { name: 'an encoded parent folder', path: '/%2e%2e/package.json' },
  { name: 'a parent folder behind an asset', path: '/assets/../../package.json' },
  { name: 'an encoded slash', path: '/assets/..%2f..%2fpackage.json' },
  { name: 'a doubly encoded parent folder', path: '/%252e%252e/package.json' },
  { name: 'a backslash', path: '/assets\\..\\index.html' },
  { name: 'an encoded backslash', path: '/assets%5c..%5cindex.html' },
  { name: 'a zero byte', path: '/index.html%00.js' },
  { name: 'a broken escape', path: '/%zz' },
  { name: 'a hidden file', path: '/.env' },
  { name: 'a hidden folder', path: '/.git/config' },
  { name: 'an encoded hidden file', path: '/%2eenv' },
  { name: 'a parent folder behind the API', path: '/api/../.env' },
  {
    name: 'a parent folder behind the identity service',
    path: '/identitytoolkit.googleapis.com/../emulator/v1/x',
  },
  { name: 'source maps', path: '/assets/index.js.map' },
  { name: 'the list of inline hashes', path: '/csp-hashes.json' },
  { name: 'the Auth emulator’s own calls', path: '/emulator/v1/projects/demo-outharbor/config' },
  { name: 'deleting every account', method: 'DELETE', path: '/emulator/v1/projects/demo-outharbor/accounts' },
  { name: 'the Auth emulator’s description', path: '/emulator/openapi.json' },
  { name: 'control routes', path: '/_emulator' },
  { name: 'a reset', method: 'POST', path: '/_emulator/reset' },
  { name: 'control routes behind checkout', path: '/emulated/stripe/_emulator/state' },
  { name: 'control routes behind the widget', path: '/emulated/scheduling/_emulator/state' },
  { name: 'Stripe’s own API', path: '/v1/customers' },
  { name: 'the database’s REST interface', path: '/users.json?ns=demo-outharbor-default-rtdb' },
  { name: 'the rules', path: '/.settings/rules.json?ns=demo-outharbor-default-rtdb' },
  { name: 'metrics', path: '/metrics' },
  { name: 'readiness', path: '/api/health/ready' },
  { name: 'liveness', path: '/api/health/live' },
  { name: 'TRACE', method: 'TRACE', path: '/' },
  { name: 'writing to a page', method: 'PUT', path: '/index.html', body: 'x' },
  { name: 'deleting a page', method: 'DELETE', path: '/' },
  { name: 'posting to a page', method: 'POST', path: '/success', body: 'paid=true' },
  { name: 'an unknown WebDAV method', method: 'PROPFIND', path: '/' },
];

const HOST = 'Host: front-door\r\n';

/** Requests on whose end two parsers could disagree. Each gets a 4xx, and the connection ends. */
export const AMBIGUOUS_REQUESTS: readonly { readonly name: string; readonly bytes: string }[] = [
  {
    name: 'a length and chunks',
    bytes: `POST /api/x HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  },
  {
    name: 'two lengths',
    bytes: `POST /api/x HTTP/1.1\r\n${HOST}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde`,
  },
  { name: 'a negative length', bytes: `POST /api/x HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n` },
  {
    name: 'an unknown transfer encoding',
    bytes: `POST /api/x HTTP/1.1\r\n${HOST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  },
  { name: 'a space before a colon', bytes: `GET / HTTP/1.1\r\n${HOST}X-A : b\r\n\r\n` },
  { name: 'no host', bytes: 'GET / HTTP/1.1\r\n\r\n' },
  { name: 'an unknown method', bytes: `STEAL / HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'no HTTP at all', bytes: 'hello\r\n\r\n' },
];

/** What every answer carries, whoever made it. */
export const HEADERS_OF_EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** One address of each kind of answer. */
export const ANSWERS_OF_EACH_KIND: readonly (RawRequest & { readonly name: string })[] = [
  { name: 'a page', path: '/' },
  { name: 'the page for what does not exist', path: '/no-such-page' },
  { name: 'the runtime configuration', path: '/runtime-config.json' },
  { name: 'an answer of the API', path: '/api/v1/no-such-call' },
  { name: 'a refused target', path: '/.env' },
  { name: 'a refused method', method: 'TRACE', path: '/' },
  {
    name: 'an answer of the identity service',
    path: '/identitytoolkit.googleapis.com/v1/projects?key=demo-key',
  },
];
