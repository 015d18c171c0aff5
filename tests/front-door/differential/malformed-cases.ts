const HOST = 'Host: front-door.test\r\nConnection: close\r\n';
const LINE = 'x'.repeat(5000);

/*
 * Left out, since neither can be told to do otherwise: Nginx takes a header without a colon, a line feed for an end of
 * line and HTTP/1.9, which Node refuses; and it reads the body of a request that it has refused already, so that a
 * broken chunk sent to a page is 400 there and 405 here.
 */

interface MalformedRequest {
  readonly name: string;
  readonly bytes: string;
}

/** Sent to both doors as they are, once to the site and once to the API. */
const OF_A_PATH = (path: string): MalformedRequest[] => [
  {
    name: 'a length and chunks',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  },
  {
    name: 'two lengths',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde`,
  },
  {
    name: 'the same length twice',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 4\r\nContent-Length: 4\r\n\r\nabcd`,
  },
  { name: 'a list of lengths', bytes: `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 4, 4\r\n\r\nabcd` },
  { name: 'a negative length', bytes: `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n` },
  { name: 'a length with a sign', bytes: `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: +1\r\n\r\na` },
  {
    name: 'a length beyond all numbers',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 99999999999999999999999\r\n\r\na`,
  },
  {
    name: 'an unknown transfer encoding',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  },
  {
    name: 'packed chunks',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  },
  {
    name: 'chunks twice',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  },
  {
    name: 'chunks that are identical',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: identity\r\n\r\n`,
  },
  {
    name: 'chunks in capitals',
    bytes: `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: CHUNKED\r\n\r\n1\r\na\r\n0\r\n\r\n`,
  },
  {
    name: 'chunks of the older protocol',
    bytes: `POST ${path} HTTP/1.0\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  },
  { name: 'a space before a colon', bytes: `GET ${path} HTTP/1.1\r\n${HOST}X-A : b\r\n\r\n` },
  { name: 'a header without a name', bytes: `GET ${path} HTTP/1.1\r\n${HOST}: x\r\n\r\n` },
  { name: 'a folded header', bytes: `GET ${path} HTTP/1.1\r\n${HOST}X-A: 1\r\n b: 2\r\n\r\n` },
  { name: 'a zero byte in a header', bytes: `GET ${path} HTTP/1.1\r\n${HOST}X-A: a\0b\r\n\r\n` },
  { name: 'no host', bytes: `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n` },
  { name: 'no host, in the older protocol', bytes: `GET ${path} HTTP/1.0\r\n\r\n` },
  { name: 'an empty host', bytes: `GET ${path} HTTP/1.1\r\nConnection: close\r\nHost:\r\n\r\n` },
  { name: 'two hosts', bytes: `GET ${path} HTTP/1.1\r\n${HOST}Host: other.test\r\n\r\n` },
  { name: 'the same host twice', bytes: `GET ${path} HTTP/1.1\r\n${HOST}Host: front-door.test\r\n\r\n` },
  { name: 'a host with a space', bytes: `GET ${path} HTTP/1.1\r\nConnection: close\r\nHost: a b\r\n\r\n` },
  { name: 'a host with a slash', bytes: `GET ${path} HTTP/1.1\r\nConnection: close\r\nHost: a/b\r\n\r\n` },
  { name: 'a host with two dots', bytes: `GET ${path} HTTP/1.1\r\nConnection: close\r\nHost: a..b\r\n\r\n` },
  {
    name: 'a host with an underscore',
    bytes: `GET ${path} HTTP/1.1\r\nConnection: close\r\nHost: a_b\r\n\r\n`,
  },
  {
    name: 'an address as host',
    bytes: `GET ${path} HTTP/1.1\r\nConnection: close\r\nHost: [::1]:8080\r\n\r\n`,
  },
  {
    name: 'a host with an odd port',
    bytes: `GET ${path} HTTP/1.1\r\nConnection: close\r\nHost: a:x\r\n\r\n`,
  },
  { name: 'a host with a user', bytes: `GET ${path} HTTP/1.1\r\nConnection: close\r\nHost: u@a\r\n\r\n` },
  { name: 'a whole address', bytes: `GET http://front-door.test${path} HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'a fragment', bytes: `GET ${path}#x HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'a space in the target', bytes: `GET ${path} x HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'letters beyond ASCII', bytes: `GET ${path}é HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'a control character in the target', bytes: `GET ${path}\x01 HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'an unknown method', bytes: `STEAL ${path} HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'a method in small letters', bytes: `get ${path} HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'a tunnel', bytes: `CONNECT other.test:443 HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'a tunnel to a path', bytes: `CONNECT ${path} HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'a protocol to come', bytes: `GET ${path} HTTP/2.0\r\n${HOST}\r\n` },
  { name: 'a protocol of no number', bytes: `GET ${path} HTTP/x\r\n${HOST}\r\n` },
  { name: 'another protocol', bytes: `GET ${path} FTP/1.1\r\n${HOST}\r\n` },
  { name: 'an expectation that nobody knows', bytes: `GET ${path} HTTP/1.1\r\n${HOST}Expect: rain\r\n\r\n` },
  {
    name: 'an upgrade to something',
    bytes: `GET ${path} HTTP/1.1\r\nHost: front-door.test\r\nConnection: upgrade, close\r\nUpgrade: h2c\r\n\r\n`,
  },
  {
    name: 'a handshake',
    bytes: `GET ${path} HTTP/1.1\r\nHost: front-door.test\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  },
  { name: 'a long target', bytes: `GET ${path}?${LINE} HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'a very long target', bytes: `GET ${path}?${'x'.repeat(30_000)} HTTP/1.1\r\n${HOST}\r\n` },
  { name: 'a long header', bytes: `GET ${path} HTTP/1.1\r\n${HOST}X-A: ${LINE}\r\n\r\n` },
  {
    name: 'a header just short enough',
    bytes: `GET ${path} HTTP/1.1\r\n${HOST}X-A: ${'x'.repeat(4000)}\r\n\r\n`,
  },
  {
    name: 'many headers',
    bytes: `GET ${path} HTTP/1.1\r\n${HOST}${`X-A: ${'x'.repeat(3000)}\r\n`.repeat(8)}\r\n`,
  },
  { name: 'an empty line first', bytes: `\r\nGET ${path} HTTP/1.1\r\n${HOST}\r\n` },
];

const BROKEN_BODIES = (path: string): MalformedRequest[] => [
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
    [...OF_A_PATH(path), ...(path === '/faq' ? [] : BROKEN_BODIES(path))].map(({ name, bytes }) => ({
      name: `${name} at ${path}`,
      bytes,
    })),
  ),
  { name: 'no HTTP at all', bytes: 'hello\r\n\r\n' },
  { name: 'a TLS greeting', bytes: '\x16\x03\x01\x00\xa5\x01\x00\x00' },
  { name: 'the options of the server', bytes: `OPTIONS * HTTP/1.1\r\n${HOST}\r\n` },
];
