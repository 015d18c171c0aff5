import { type Endpoint, get } from '../kinds/endpoint.ts';
import { object } from '../kinds/params/composite.ts';
import { inRange, listFields, timeRange } from '../kinds/params/list-params.ts';
import { text } from '../kinds/params/reader.ts';
import { readPage } from '../kinds/read-page.ts';
import { setupAttemptWire } from './setup-attempt.ts';
import { requireSetupIntent } from './setup-intent.ts';

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
