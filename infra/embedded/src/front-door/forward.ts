import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerHeaders } from './answer-headers.ts';
import type { ForwardRoute } from './forward-routes.ts';
import { type Client, headersForUpstream } from './forwarded-headers.ts';
import { LIMITS } from './policy.ts';
import { type RefusedRequest, refuse } from './refuse.ts';
import { BodyTooLarge, readBody } from './request-body.ts';
import type { RequestTarget } from './request-target.ts';
import { type Upstream, UpstreamUnavailable } from './upstream.ts';

export interface ForwardCall {
  readonly route: ForwardRoute;
  readonly upstream: Upstream;
  readonly target: RequestTarget;
  readonly requestId: string;
  readonly client: Client;
}

export async function forward(
  { route, upstream, target, requestId, client }: ForwardCall,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const clientGone = new AbortController();
  response.once('close', () => clientGone.abort());
  try {
    if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
    const body = await readBody(request, LIMITS.bodyBytes);
    const headers = headersForUpstream(request, {
      requestId,
      keepCredentials: route.keepCredentials ?? false,
      client,
    });
    const method = request.method ?? 'GET';
    const { signal } = clientGone;
    await upstream.send({ method, path: target.raw, headers, body, signal }, (head) => {
      response.writeHead(head.statusCode, answerHeaders(head, requestId, route));
      return response;
    });
  } catch (error) {
    answerFailure(error, response, { target: target.path, requestId });
  }
}

function answerFailure(error: unknown, response: ServerResponse, refused: RefusedRequest): void {
  // The response has started or the client is gone, so the connection can only be cut.
  if (response.headersSent || response.destroyed) {
    response.destroy();
  } else if (error instanceof BodyTooLarge) {
    refuse(response, 413, refused);
  } else {
    refuse(response, 503, refused);
    if (!(error instanceof UpstreamUnavailable))
      process.emitWarning(error instanceof Error ? error : String(error));
  }
}
