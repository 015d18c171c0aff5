import type { RawRequest } from './raw-request.ts';

/** Requests that no front door may serve: each is answered with 4xx. */
export const REJECTED_REQUESTS: readonly (RawRequest & { readonly name: string })[] = [
  { name: 'a parent folder', path: '/../package.json' },
  { name: 'an encoded parent folder', path: '/%2e%2e/package.json' },
  { name: 'a parent folder after an asset path', path: '/assets/../../package.json' },
  { name: 'an encoded slash', path: '/assets/..%2f..%2fpackage.json' },
  { name: 'a doubly encoded parent folder', path: '/%252e%252e/package.json' },
  { name: 'a backslash', path: '/assets\\..\\index.html' },
  { name: 'an encoded backslash', path: '/assets%5c..%5cindex.html' },
  { name: 'a zero byte', path: '/index.html%00.js' },
  { name: 'a broken escape', path: '/%zz' },
  { name: 'a hidden file', path: '/.env' },
  { name: 'a hidden folder', path: '/.git/config' },
  { name: 'an encoded hidden file', path: '/%2eenv' },
  { name: 'a hidden file below .well-known', path: '/.well-known/.env' },
  { name: 'a parent folder after .well-known', path: '/.well-known/../.git/config' },
  { name: 'a parent folder after an API path', path: '/api/../.env' },
  {
    name: 'a parent folder after an identity path',
    path: '/identitytoolkit.googleapis.com/../emulator/v1/x',
  },
  { name: 'source maps', path: '/assets/index.js.map' },
  { name: 'the list of inline hashes', path: '/csp-hashes.json' },
  { name: 'the Auth emulator’s management API', path: '/emulator/v1/projects/demo-outharbor/config' },
  { name: 'deleting every account', method: 'DELETE', path: '/emulator/v1/projects/demo-outharbor/accounts' },
  { name: 'the Auth emulator’s OpenAPI document', path: '/emulator/openapi.json' },
  { name: 'control routes', path: '/_emulator' },
  { name: 'a reset', method: 'POST', path: '/_emulator/reset' },
  { name: 'control routes below checkout', path: '/emulated/stripe/_emulator/state' },
  { name: 'control routes below the widget', path: '/emulated/scheduling/_emulator/state' },
  { name: 'the Stripe API', path: '/v1/customers' },
  { name: 'the database REST API', path: '/users.json?ns=demo-outharbor-default-rtdb' },
  { name: 'the database rules', path: '/.settings/rules.json?ns=demo-outharbor-default-rtdb' },
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

/** Requests whose end two parsers could interpret differently. Each gets a 4xx, and the connection closes. */
export const AMBIGUOUS_REQUESTS: readonly { readonly name: string; readonly bytes: string }[] = [
  {
    name: 'both Content-Length and Transfer-Encoding',
    bytes: `POST /api/x HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  },
  {
    name: 'conflicting Content-Length headers',
    bytes: `POST /api/x HTTP/1.1\r\n${HOST}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde`,
  },
  { name: 'a negative Content-Length', bytes: `POST /api/x HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n` },
  {
    name: 'an unknown transfer encoding',
    bytes: `POST /api/x HTTP/1.1\r\n${HOST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  },
  { name: 'a space before a colon', bytes: `GET / HTTP/1.1\r\n${HOST}X-A : b\r\n\r\n` },
  { name: 'no Host header', bytes: 'GET / HTTP/1.1\r\n\r\n' },
  { name: 'an unknown method', bytes: `STEAL / HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'no HTTP at all', bytes: 'hello\r\n\r\n' },
];

/** Headers of every response, whichever component sends it. */
export const HEADERS_OF_EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** One request for each kind of response. */
export const ANSWERS_OF_EACH_KIND: readonly (RawRequest & { readonly name: string })[] = [
  { name: 'a page', path: '/' },
  { name: 'the 404 page', path: '/no-such-page' },
  { name: 'the runtime configuration', path: '/runtime-config.json' },
  { name: 'an API response', path: '/api/v1/no-such-call' },
  { name: 'a rejected target', path: '/.env' },
  { name: 'a rejected method', method: 'TRACE', path: '/' },
  {
    name: 'an identity service response',
    path: '/identitytoolkit.googleapis.com/v1/projects?key=demo-key',
  },
];
