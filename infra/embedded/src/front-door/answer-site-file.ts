import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Encoding, SiteFile } from './site-files.ts';

export interface SiteAnswer {
  readonly file: SiteFile;
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
}

/** Sends one file of the site: compressed where the client takes it, as 304 where the client has it. */
export function answerSiteFile(
  request: IncomingMessage,
  response: ServerResponse,
  { file, status, headers }: SiteAnswer,
): void {
  const encoding = negotiate(request.headers['accept-encoding'], file);
  const body = file.bodies[encoding] ?? file.bodies.identity;
  const etag = encoding === 'identity' ? `"${file.etag}"` : `"${file.etag}-${encoding}"`;
  const common = { ...headers, etag, vary: 'accept-encoding', 'cache-control': file.cacheControl };
  if (status === 200 && holds(request.headers['if-none-match'], file.etag)) {
    response.writeHead(304, common).end();
    return;
  }
  response.writeHead(status, {
    ...common,
    'content-type': file.contentType,
    'content-length': body.length,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function negotiate(accepted: string | undefined, { bodies }: SiteFile): Encoding {
  if (accepted === undefined) return 'identity';
  const takes = (encoding: Encoding) =>
    accepted
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .some(
        (part) => (part === encoding || part.startsWith(`${encoding};`)) && !/;\s*q=0(\.0*)?$/.test(part),
      );
  return (['br', 'gzip'] as const).find((encoding) => bodies[encoding] && takes(encoding)) ?? 'identity';
}

function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => tag.includes(`"${etag}`));
}
