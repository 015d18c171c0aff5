import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { outcomeOf } from './file-conditions.ts';
import { ENCODINGS, MOVED_LINE, REDIRECTS, REFUSALS } from './policy.ts';
import { answerLine, headersOfAnswer, refuse } from './refuse.ts';
import { type FileBody, NOT_FOUND_PAGE, type SiteFile, type SiteFiles } from './site-files.ts';

export interface SiteContent {
  readonly site: SiteFiles;
  readonly pageContentSecurityPolicy: string;
}

interface SiteRequest {
  /** Decoded, without the query. */
  readonly path: string;
  /** Path and query as the client sent them. */
  readonly raw: string;
  readonly requestId: string;
}

/** Serves a file of the site, or its 404 page. */
export function answerFromSite(
  content: SiteContent,
  { path, raw, requestId }: SiteRequest,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const file = content.site.get(path);
  const canonical = path.replace(/\/+$/, '');
  const notFound = content.site.get(NOT_FOUND_PAGE);
  const elsewhere = Object.hasOwn(REDIRECTS, path) && REDIRECTS[path];
  if (elsewhere) {
    redirect(response, 302, elsewhere, requestId);
  } else if (file) {
    answerFile(file, headersOf(file, content, requestId), request, response);
  } else if (content.site.get(canonical)?.fileClass.isPage) {
    redirect(response, 301, canonical + queryOf(raw), requestId);
  } else if (notFound) {
    const { headers, body } = negotiated(notFound, request);
    const always = { ...headersOf(notFound, content, requestId), etag: body.etag };
    send(response, 404, body.bytes, { ...always, ...headers });
  } else {
    refuse(response, 404, { target: path, requestId });
  }
}

function redirect(response: ServerResponse, status: 301 | 302, location: string, requestId: string): void {
  answerLine(response, status, `${MOVED_LINE}\n`, {
    ...headersOfAnswer(requestId),
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-cache',
    location,
  });
}

/** The query with its question mark; empty when there is none, as Nginx has it. */
function queryOf(target: string): string {
  return /\?.+/.exec(target)?.[0] ?? '';
}

function headersOf(file: SiteFile, content: SiteContent, requestId: string): OutgoingHttpHeaders {
  return {
    ...headersOfAnswer(requestId),
    ...(file.fileClass.isPage && { 'content-security-policy': content.pageContentSecurityPolicy }),
    'cache-control': file.fileClass.cacheControl,
    ...(file.isPacked && { vary: 'Accept-Encoding' }),
  };
}

function answerFile(
  file: SiteFile,
  always: OutgoingHttpHeaders,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { body, headers: encoded } = negotiated(file, request);
  const size = body.bytes.length;
  const outcome = outcomeOf(request.headers, { ...file, etag: body.etag, size });
  const headers = { ...always, etag: body.etag, 'last-modified': new Date(file.modifiedMs).toUTCString() };
  if (outcome.status === 200) {
    send(response, 200, body.bytes, { ...headers, ...encoded, 'accept-ranges': 'bytes' });
  } else if (outcome.status === 206) {
    const { start, end } = outcome.range;
    const contentRange = { 'content-range': `bytes ${start}-${end}/${size}` };
    send(response, 206, body.bytes.subarray(start, end + 1), { ...headers, ...encoded, ...contentRange });
  } else if (outcome.status === 304) {
    response.writeHead(304, headers).end();
  } else if (outcome.status === 416) {
    answerLine(response, 416, `${REFUSALS[416].line}\n`, {
      ...always,
      etag: body.etag,
      'content-type': 'text/plain; charset=utf-8',
      'content-range': `bytes */${size}`,
      'cache-control': `${file.fileClass.cacheControl}, no-store`,
    });
  } else
    refuse(response, outcome.status, {
      target: request.url ?? '/',
      requestId: String(always['x-request-id']),
    });
}

/** Ranges refer to the uncompressed file. */
function negotiated(
  file: SiteFile,
  { headers }: IncomingMessage,
): { body: FileBody; headers: OutgoingHttpHeaders } {
  const contentType = { 'content-type': file.contentType };
  for (const { name, accepted } of headers.range === undefined ? ENCODINGS : []) {
    const body = file.packed[name];
    if (body && accepted.test(String(headers['accept-encoding'] ?? '')))
      return { body, headers: { ...contentType, 'content-encoding': name } };
  }
  return { body: file.plain, headers: contentType };
}

function send(response: ServerResponse, status: number, bytes: Buffer, headers: OutgoingHttpHeaders): void {
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.end(bytes);
}
