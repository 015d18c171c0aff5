import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerFromSite, type SiteContent } from './answer-from-site.ts';
import { forward } from './forward.ts';
import { type ForwardRoute, INTERNAL_PATH, matches } from './forward-routes.ts';
import { clientOf } from './forwarded-headers.ts';
import { refusalOfHead } from './malformed-request.ts';
import { FORWARDED_METHODS, FORWARDED_PATH, LIMITS, type RefusalStatus, SITE_METHODS } from './policy.ts';
import { refuse } from './refuse.ts';
import { originForm, readTarget } from './request-target.ts';
import { STRICT_TRANSPORT_SECURITY } from './security-headers.ts';
import type { Upstream } from './upstream.ts';

export interface FrontDoorContent extends SiteContent {
  readonly routes: readonly { readonly route: ForwardRoute; readonly upstream: Upstream }[];
  readonly behindTerminator: boolean;
}

export const newRequestId = (): string => randomUUID().replaceAll('-', '');

export async function handleRequest(
  content: FrontDoorContent | undefined,
  requestId: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const client = clientOf(request, content?.behindTerminator ?? false);
  if (client.scheme === 'https') response.setHeader('strict-transport-security', STRICT_TRANSPORT_SECURITY);
  const raw = originForm(request.url ?? '');
  const target = readTarget(raw);
  const refused = { target: target?.path ?? raw, requestId };
  const status = target ? refusalOf(request, target.path) : 400;
  if (status) refuse(response, status, refused);
  else if (!content || !target) refuse(response, 503, refused);
  else {
    const entry = content.routes.find(({ route }) => matches(route, target.path));
    if (entry) await forward({ ...entry, target, requestId, client }, request, response);
    else answerFromSite(content, { ...target, requestId }, request, response);
  }
}

function refusalOf(request: IncomingMessage, path: string): RefusalStatus | undefined {
  const methods: readonly string[] = FORWARDED_PATH.test(path) ? FORWARDED_METHODS : SITE_METHODS;
  return (
    refusalOfHead(request) ??
    (methods.includes(request.method ?? '') ? undefined : 405) ??
    (Number(request.headers['content-length'] ?? 0) > LIMITS.bodyBytes ? 413 : undefined) ??
    (INTERNAL_PATH.test(path) ? 404 : undefined)
  );
}
