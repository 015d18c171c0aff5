import { type Endpoint, get } from '../http/endpoint.ts';
import { readPage } from '../http/read-page.ts';
import { requireSetupIntent } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { inRange, listFields, timeRange } from '../params/list-params.ts';
import { text } from '../params/reader.ts';
import { setupAttemptWire } from '../wire/setup-attempt-wire.ts';

const PATH = '/v1/setup_attempts';

const params = object({ ...listFields, created: timeRange, setup_intent: text() });

export const setupAttemptEndpoints: readonly Endpoint[] = [
  get(PATH, params, (context, given) => {
    const intent = requireSetupIntent(context, given.setup_intent, 'setup_intent');
    const matches = (intent.attempts ?? []).filter(({ created }) => inRange(created, given.created));
    const source = { matches: matches.toReversed(), url: PATH, kind: 'setup attempt' };
    return readPage(context, source, given, (attempt) => setupAttemptWire(context, intent, attempt));
  }),
];
