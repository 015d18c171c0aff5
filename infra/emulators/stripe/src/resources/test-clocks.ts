import { rejectTooFar } from '../billing/test-clock-limits.ts';
import { deleteClock } from '../clockwork/delete-clock.ts';
import type { Context } from '../context.ts';
import { noSuch, rejected } from '../errors/api-error.ts';
import { emit } from '../events.ts';
import { type Endpoint, endpoint, type PathParams, retrieval } from '../http/endpoint.ts';
import { pageOf } from '../http/page-of.ts';
import { object } from '../params/composite.ts';
import { listFields } from '../params/list-params.ts';
import { integer, optional, type ReadValue, text } from '../params/reader.ts';
import type { TestClock } from '../state/customer-entities.ts';
import { newId } from '../state/identifiers.ts';
import { testClockWire } from '../wire/test-clock-wire.ts';

const createParams = object({ frozen_time: integer(0), name: optional(text(300)) });
const advanceParams = object({ frozen_time: integer(0) });
const listParams = object(listFields);

const PATH = '/v1/test_helpers/test_clocks';

export const testClockEndpoints: readonly Endpoint[] = [
  endpoint({ method: 'POST', path: PATH, params: createParams, handle: create }),
  endpoint({ method: 'GET', path: PATH, params: listParams, handle: list }),
  retrieval(`${PATH}/:id`, (context, id) => testClockWire(requireClock(context, id))),
  endpoint({ method: 'POST', path: `${PATH}/:id/advance`, params: advanceParams, handle: advance }),
  endpoint({ method: 'DELETE', path: `${PATH}/:id`, params: object({}), handle: remove }),
];

function requireClock({ store }: Context, id: string): TestClock {
  const clock = store.testClocks.get(id);
  if (clock === undefined) throw noSuch('testclock', id);
  return clock;
}

function create(context: Context, params: ReadValue<typeof createParams>): object {
  const clock = context.store.testClocks.put({
    id: newId('clock'),
    created: context.time.now(),
    name: params.name ?? null,
    frozenTime: params.frozen_time,
    advancingTo: null,
  });
  emit(context, 'test_helpers.test_clock.created', testClockWire(clock));
  return testClockWire(clock);
}

/** Returns at once; time advances afterwards, and the clock's status then becomes `ready`. */
function advance(context: Context, params: ReadValue<typeof advanceParams>, { id = '' }: PathParams): object {
  const clock = requireClock(context, id);
  if (clock.advancingTo !== null) {
    throw rejected('Test clock advancement is underway. Please wait until the clock is ready.');
  }
  if (params.frozen_time <= clock.frozenTime) {
    throw rejected('Test clocks can only be advanced forward, to a time after their frozen_time.', {
      param: 'frozen_time',
    });
  }
  rejectTooFar(context, clock, params.frozen_time);
  const advancing = context.store.testClocks.put({ ...clock, advancingTo: params.frozen_time });
  emit(context, 'test_helpers.test_clock.advancing', testClockWire(advancing));
  return testClockWire(advancing);
}

function remove(context: Context, _params: object, { id = '' }: PathParams): object {
  deleteClock(context, requireClock(context, id));
  return { id, object: 'test_helpers.test_clock', deleted: true };
}

function list(context: Context, params: ReadValue<typeof listParams>): object {
  const matches = context.store.testClocks.newestFirst();
  return pageOf(context, { matches, url: PATH, kind: 'testclock' }, params, testClockWire);
}
