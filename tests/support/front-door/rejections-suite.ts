import { ERROR_CODES, ERRORS } from '@outharbor/contract/errors';
import { describe, expect, it } from 'vitest';
import { HEADERS_OF_EVERY_ANSWER } from './cases.ts';
import { readStatus, sendBytes } from './raw-request.ts';

interface UnusualRequest {
  readonly name: string;
  readonly status: number;
  readonly bytes: (path: string) => string;
}

const LINES = 'Host: front-door\r\nConnection: close\r\n';
const CHUNKED = `${LINES}Transfer-Encoding: chunked\r\n`;

/** Requests that every front door rejects for any path. */
const REJECTED: readonly UnusualRequest[] = [
  {
    name: 'conflicting Host headers',
    status: 400,
    bytes: (path) => `GET ${path} HTTP/1.1\r\n${LINES}Host: other.test\r\n\r\n`,
  },
  {
    name: 'a host with a space',
    status: 400,
    bytes: (path) => `GET ${path} HTTP/1.1\r\nConnection: close\r\nHost: a b\r\n\r\n`,
  },
  {
    name: 'compressed chunks',
    status: 400,
    bytes: (path) => `POST ${path} HTTP/1.1\r\n${LINES}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  },
  { name: 'TRACE', status: 405, bytes: (path) => `TRACE ${path} HTTP/1.1\r\n${LINES}\r\n` },
  { name: 'a plain OPTIONS', status: 405, bytes: (path) => `OPTIONS ${path} HTTP/1.1\r\n${LINES}\r\n` },
];
/** Other paths reject these first for their method or as missing files. */
const OF_THE_API: readonly UnusualRequest[] = [
  {
    name: 'an oversized body',
    status: 413,
    bytes: (path) => `POST ${path} HTTP/1.1\r\n${LINES}Content-Length: 9999999\r\n\r\n`,
  },
  {
    name: 'a broken chunk',
    status: 400,
    bytes: (path) => `POST ${path} HTTP/1.1\r\n${CHUNKED}\r\nzz\r\nabc`,
  },
  {
    name: 'a broken escape',
    status: 400,
    bytes: (path) => `GET ${path}%zz HTTP/1.1\r\n${LINES}\r\n`,
  },
];
/** Tests early rejections: JSON errors for API paths, and security headers everywhere. */
export function describeRejections(url: () => string): void {
  const answerTo = async ({ bytes }: Pick<UnusualRequest, 'bytes'>, path: string) => {
    const answer = await sendBytes(url(), bytes(path));
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const headers = new Headers(
      head
        .split('\r\n')
        .slice(1)
        .map((line): [string, string] => [line.split(':', 1)[0] ?? '', line.replace(/^[^:]*: */, '')]),
    );
    return { status: readStatus(answer), headers, body };
  };
  const expectProtection = (headers: Headers) => {
    expect(Object.fromEntries(headers)).toMatchObject(HEADERS_OF_EVERY_ANSWER);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  };

  describe('an irregular request', () => {
    it.each([...REJECTED, ...OF_THE_API])('gets a JSON error under /api: $name', async (request) => {
      const { status, headers, body } = await answerTo(request, '/api/x');
      expect(status).toBe(request.status);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      const { error, ...more } = JSON.parse(body);
      expect(more).toEqual({});
      const code = ERROR_CODES.find((known) => known === error.code) ?? expect.fail(`no code: ${body}`);
      expect(ERRORS[code].status).toBe(status);
      expect(error).toEqual({ code, message: ERRORS[code].message, requestId: headers.get('x-request-id') });
      expectProtection(headers);
    });

    it.each(REJECTED)('gets a one-line text error elsewhere: $name', async (request) => {
      const { status, headers, body } = await answerTo(request, '/faq');
      expect(status).toBe(request.status);
      expect(headers.get('content-type')).toMatch(/^text\/plain/);
      expect(body).toMatch(/^[A-Z][a-z ]+\n$/);
      expectProtection(headers);
    });
  });
}
