const HOST = 'Host: front-door.test\r\nConnection: close\r\n';
const LINE = 'x'.repeat(5000);

/*
 * Omitted, because neither server can be configured otherwise: Nginx accepts a header without a colon, a bare
 * line feed and HTTP/1.9, which Node rejects. Nginx also reads the body of a request it has already rejected,
 * so a broken chunk sent to a page gives 400 there but 405 from Node.
 */

interface MalformedRequest {
  readonly name: string;
  readonly bytes: string;
}

/** Requests sent as raw bytes to each kind of path. */
const requestsTo = (path: string): MalformedRequest[] => [
  {
    name: 'both Content-Length and Transfer-Encoding',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  },
  {
    name: 'conflicting Content-Length headers',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde`,
  },
  {
    name: 'a repeated Content-Length header',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 4\r\nContent-Length: 4\r\n\r\nabcd`,
  },
  {
    name: 'a Content-Length list',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 4, 4\r\n\r\nabcd`,
  },
  { name: 'a negative Content-Length', bytes: `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n` },
  {
    name: 'a Content-Length with a sign',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: +1\r\n\r\na`,
  },
  {
    name: 'a Content-Length that overflows',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 99999999999999999999999\r\n\r\na`,
  },
  {
    name: 'an unknown transfer encoding',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  },
  {
    name: 'compressed chunks',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  },
  {
    name: 'a repeated Transfer-Encoding header',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  },
  {
    name: 'the identity transfer encoding',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: identity\r\n\r\n`,
  },
  {
    name: 'an uppercase transfer encoding',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: CHUNKED\r\n\r\n1\r\na\r\n0\r\n\r\n`,
  },
  {
    name: 'chunks in HTTP/1.0',
    bytes: `POST ${path} HTTP/1.0\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  },
  { name: 'a space before a colon', bytes: `GET ${path} HTTP/1.1\r\n${HOST}X-A : b\r\n\r\n` },
  { name: 'a header without a name', bytes: `GET ${path} HTTP/1.1\r\n${HOST}: x\r\n\r\n` },
  { name: 'a folded header', bytes: `GET ${path} HTTP/1.1\r\n${HOST}X-A: 1\r\n b: 2\r\n\r\n` },
  { name: 'a zero byte in a header', bytes: `GET ${path} HTTP/1.1\r\n${HOST}X-A: a\0b\r\n\r\n` },
  { name: 'no Host header', bytes: `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n` },
  { name: 'no Host header in HTTP/1.0', bytes: `GET ${path} HTTP/1.0\r\n\r\n` },
  { name: 'an empty host', bytes: `GET ${path} HTTP/1.1\r\nConnection: close\r\nHost:\r\n\r\n` },
  { name: 'conflicting Host headers', bytes: `GET ${path} HTTP/1.1\r\n${HOST}Host: other.test\r\n\r\n` },
  { name: 'a repeated Host header', bytes: `GET ${path} HTTP/1.1\r\n${HOST}Host: front-door.test\r\n\r\n` },
  { name: 'a host with a space', bytes: `GET ${path} HTTP/1.1\r\nConnection: close\r\nHost: a b\r\n\r\n` },
  { name: 'a host with a slash', bytes: `GET ${path} HTTP/1.1\r\nConnection: close\r\nHost: a/b\r\n\r\n` },
  { name: 'a host with two dots', bytes: `GET ${path} HTTP/1.1\r\nConnection: close\r\nHost: a..b\r\n\r\n` },
  {
    name: 'a host with an underscore',
    bytes: `GET ${path} HTTP/1.1\r\nConnection: close\r\nHost: a_b\r\n\r\n`,
  },
  {
    name: 'an IPv6 address as host',
    bytes: `GET ${path} HTTP/1.1\r\nConnection: close\r\nHost: [::1]:8080\r\n\r\n`,
  },
  {
    name: 'a host with an invalid port',
    bytes: `GET ${path} HTTP/1.1\r\nConnection: close\r\nHost: a:x\r\n\r\n`,
  },
  { name: 'a host with a user', bytes: `GET ${path} HTTP/1.1\r\nConnection: close\r\nHost: u@a\r\n\r\n` },
  { name: 'an absolute URL as target', bytes: `GET http://front-door.test${path} HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'a fragment', bytes: `GET ${path}#x HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'a space in the target', bytes: `GET ${path} x HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'a non-ASCII target', bytes: `GET ${path}é HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'a control character in the target', bytes: `GET ${path}\x01 HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'an unknown method', bytes: `STEAL ${path} HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'a lowercase method', bytes: `get ${path} HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'CONNECT to a host', bytes: `CONNECT other.test:443 HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'CONNECT to a path', bytes: `CONNECT ${path} HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'a future protocol version', bytes: `GET ${path} HTTP/2.0\r\n${HOST}\r\n` },
  { name: 'a non-numeric protocol version', bytes: `GET ${path} HTTP/x\r\n${HOST}\r\n` },
  { name: 'another protocol', bytes: `GET ${path} FTP/1.1\r\n${HOST}\r\n` },
  { name: 'an unknown Expect value', bytes: `GET ${path} HTTP/1.1\r\n${HOST}Expect: rain\r\n\r\n` },
  {
    name: 'an upgrade to h2c',
    bytes: `GET ${path} HTTP/1.1\r\nHost: front-door.test\r\nConnection: upgrade, close\r\nUpgrade: h2c\r\n\r\n`,
  },
  {
    name: 'a WebSocket handshake',
    bytes: `GET ${path} HTTP/1.1\r\nHost: front-door.test\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  },
  { name: 'a long target', bytes: `GET ${path}?${LINE} HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'a very long target', bytes: `GET ${path}?${'x'.repeat(30_000)} HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'a long header', bytes: `GET ${path} HTTP/1.1\r\n${HOST}X-A: ${LINE}\r\n\r\n` },
  {
    name: 'a header just below the limit',
    bytes: `GET ${path} HTTP/1.1\r\n${HOST}X-A: ${'x'.repeat(4000)}\r\n\r\n`,
  },
  {
    name: 'many headers',
    bytes: `GET ${path} HTTP/1.1\r\n${HOST}${`X-A: ${'x'.repeat(3000)}\r\n`.repeat(8)}\r\n`,
  },
  { name: 'a leading empty line', bytes: `\r\nGET ${path} HTTP/1.1\r\n${HOST}\r\n` },
];

const brokenBodiesTo = (path: string): MalformedRequest[] => [
  {
    name: 'a broken chunk',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc`,
  },
  {
    name: 'a broken second chunk',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\nzz\r\n`,
  },
  {
    name: 'a chunk without its end',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n`,
  },
];

export const MALFORMED_REQUESTS: readonly MalformedRequest[] = [
  ...['/faq', '/api/x', '/emulated/stripe/x', '/.ws'].flatMap((path) =>
    [...requestsTo(path), ...(path === '/faq' ? [] : brokenBodiesTo(path))].map(({ name, bytes }) => ({
      name: `${name} at ${path}`,
      bytes,
    })),
  ),
  { name: 'no HTTP at all', bytes: 'hello\r\n\r\n' },
  { name: 'a TLS ClientHello', bytes: '\x16\x03\x01\x00\xa5\x01\x00\x00' },
  { name: 'OPTIONS *', bytes: `OPTIONS * HTTP/1.1\r\n${HOST}\r\n` },
];
