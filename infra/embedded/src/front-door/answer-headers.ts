import type { OutgoingHttpHeaders } from 'node:http';
import { headersForClient } from './forwarded-headers.ts';
import { headersOfAnswer } from './refuse.ts';
import { COMMON_HEADERS } from './security-headers.ts';
import type { AnswerHead } from './upstream.ts';

/** What a service answered, with the policy and the caching that it gave it or else with those of data. */
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
