import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerError, answerPlainly, refuseMethod } from './answer-error.ts';
import { answerFromSite, type SiteContent } from './answer-from-site.ts';
import { forward } from './forward.ts';
import { API_PREFIX, type ForwardRoute, INTERNAL_PATHS, matches } from './forward-routes.ts';
import { readTarget } from './request-target.ts';
import type { Upstream } from './upstream.ts';

const FORWARDED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export interface FrontDoorContent extends SiteContent {
  readonly routes: readonly { readonly route: ForwardRoute; readonly upstream: Upstream }[];
}

export async function handleRequest(
  content: FrontDoorContent | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = randomUUID().replaceAll('-', '');
  const target = readTarget(request.url);
  if (target === undefined) {
    refuseTarget(request, response, requestId);
  } else if (content === undefined) {
    answerError(response, { code: 'dependency_unavailable', requestId, headers: { 'retry-after': '1' } });
  } else {
    const entry = content.routes.find(({ route }) => matches(route, target.path));
    if (INTERNAL_PATHS.some((path) => matches({ path }, target.path))) {
      answerError(response, { code: 'not_found', requestId });
    } else if (!entry) answerFromSite(content, target.path, requestId, request, response);
    else if (!FORWARDED_METHODS.includes(request.method ?? '')) refuseMethod(response, FORWARDED_METHODS);
    else await forward({ ...entry, target, requestId }, request, response);
  }
}

function refuseTarget(request: IncomingMessage, response: ServerResponse, requestId: string): void {
  if (request.url?.startsWith(`${API_PREFIX}/`)) answerError(response, { code: 'not_found', requestId });
  else answerPlainly(response, 400, 'Bad request', { 'x-request-id': requestId });
}
