import type { OutgoingHttpHeaders } from 'node:http';
import { headersForClient } from './forwarded-headers.ts';
import { headersOfAnswer } from './refuse.ts';
import { COMMON_HEADERS } from './security-headers.ts';
import type { AnswerHead } from './upstream.ts';

/**
 * Headers of a forwarded response. The service's own policy and caching take precedence over the defaults for
 * data.
 */
export function answerHeaders(
  head: AnswerHead,
  requestId: string,
  { framed = false } = {},
): OutgoingHttpHeaders {
  return {
    'cache-control': 'no-store',
    ...headersOfAnswer(requestId),
    ...headersForClient(head.headers),
    ...COMMON_HEADERS,
    'x-frame-options': framed ? 'SAMEORIGIN' : 'DENY',
    'x-request-id': requestId,
  };
}
