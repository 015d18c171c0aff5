import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { RUNTIME_CONFIG_PATH } from '@outharbor/contract/paths';
import { answerPlainly, refuseMethod } from './answer-error.ts';
import { answerSiteFile } from './answer-site-file.ts';
import { COMMON_HEADERS, DATA_CONTENT_SECURITY_POLICY, PAGE_CACHE } from './security-headers.ts';
import type { SiteFiles } from './site-files.ts';

export interface SiteContent {
  readonly site: SiteFiles;
  readonly runtimeConfig: string;
  readonly pageContentSecurityPolicy: string;
}

/** Everything that no service answers: the site's files, its runtime configuration, or its 404 page. */
export function answerFromSite(
  content: SiteContent,
  path: string,
  requestId: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const headers = { ...COMMON_HEADERS, 'x-frame-options': 'DENY', 'x-request-id': requestId };
  const canonical = path.replace(/(?<=.)\/+$/, '');
  const found = content.site.get(canonical);
  const file = found ?? content.site.get('/404.html');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    refuseMethod(response, ['GET', 'HEAD']);
  } else if (path === RUNTIME_CONFIG_PATH) {
    answerRuntimeConfig(content.runtimeConfig, headers, request, response);
  } else if (found && canonical !== path) {
    answerPlainly(response, 301, 'Moved', { ...headers, location: canonical });
  } else if (!file) {
    answerPlainly(response, 404, 'Not found', headers);
  } else {
    const policy = file.isPage ? content.pageContentSecurityPolicy : DATA_CONTENT_SECURITY_POLICY;
    answerSiteFile(request, response, {
      file,
      status: found ? 200 : 404,
      headers: { ...headers, 'content-security-policy': policy },
    });
  }
}

function answerRuntimeConfig(
  runtimeConfig: string,
  headers: OutgoingHttpHeaders,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.writeHead(200, {
    ...headers,
    'content-security-policy': DATA_CONTENT_SECURITY_POLICY,
    'cache-control': PAGE_CACHE,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(runtimeConfig),
  });
  response.end(request.method === 'HEAD' ? undefined : runtimeConfig);
}
