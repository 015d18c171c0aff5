import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerError } from './answer-error.ts';
import type { ForwardRoute } from './forward-routes.ts';
import { headersForClient, headersForUpstream } from './forwarded-headers.ts';
import { BodyTooLarge, readBody } from './request-body.ts';
import type { RequestTarget } from './request-target.ts';
import { COMMON_HEADERS, DATA_CONTENT_SECURITY_POLICY } from './security-headers.ts';
import { type AnswerHead, type Upstream, UpstreamUnavailable } from './upstream.ts';

export const BODY_LIMIT_BYTES = 1024 * 1024;

export interface ForwardCall {
  readonly route: ForwardRoute;
  readonly upstream: Upstream;
  readonly target: RequestTarget;
  readonly requestId: string;
}

export async function forward(
  { route, upstream, target, requestId }: ForwardCall,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const body = await readBody(request, BODY_LIMIT_BYTES);
    const headers = headersForUpstream(request, {
      requestId,
      keepCredentials: route.keepCredentials ?? false,
    });
    const method = request.method ?? 'GET';
    await upstream.send({ method, path: target.raw, headers, body }, (head) => {
      response.writeHead(head.statusCode, answerHeaders(head, route, requestId));
      return response;
    });
  } catch (error) {
    answerFailure(error, response, requestId);
  }
}

function answerHeaders(head: AnswerHead, route: ForwardRoute, requestId: string) {
  return {
    'content-security-policy': DATA_CONTENT_SECURITY_POLICY,
    ...headersForClient(head.headers),
    ...COMMON_HEADERS,
    'x-frame-options': route.framed ? 'SAMEORIGIN' : 'DENY',
    'x-request-id': requestId,
  };
}

function answerFailure(error: unknown, response: ServerResponse, requestId: string): void {
  // The head is on its way or the client is gone: cutting the connection is the only honest answer left.
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  if (error instanceof BodyTooLarge) {
    answerError(response, { code: 'payload_too_large', requestId, headers: { connection: 'close' } });
  } else if (error instanceof UpstreamUnavailable) {
    answerError(response, { code: 'dependency_unavailable', requestId, headers: { 'retry-after': '1' } });
  } else {
    answerError(response, { code: 'internal_error', requestId });
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}
