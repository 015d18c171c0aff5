import { rejected } from '../description/api-error.ts';
import { deleteClock } from '../kinds/clock/delete-clock.ts';
import { testClockWire } from '../kinds/clock/test-clock.ts';
import type { Context } from '../kinds/context.ts';
import { deletion, type Endpoint, nothing, type PathParams, post } from '../kinds/endpoint.ts';
import { emit } from '../kinds/events/emit.ts';
import { finder } from '../kinds/lookup.ts';
import { object } from '../kinds/params/composite.ts';
import { integer, optional, type ReadValue, text } from '../kinds/params/reader.ts';
import { resource } from '../kinds/resource.ts';
import { newId } from '../kinds/store/identifiers.ts';
import { rejectTooFar } from './test-clock-limits.ts';

const createParams = object({ frozen_time: integer(0), name: optional(text(300)) });
const advanceParams = object({ frozen_time: integer(0) });

const PATH = '/v1/test_helpers/test_clocks';

const clocks = resource(PATH, finder('billingclock', 'testClocks'), (_, entity) => testClockWire(entity), {
  event: 'test_helpers.test_clock',
});

export const testClockEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, create),
  clocks.list(),
  clocks.retrieve,
  post(`${PATH}/:id/advance`, advanceParams, advance),
  deletion(`${PATH}/:id`, nothing, remove),
];

function create(context: Context, params: ReadValue<typeof createParams>): object {
  return clocks.created(context, {
    id: newId('clock'),
    created: context.time.now(),
    name: params.name ?? null,
    frozen_time: params.frozen_time,
    advancingTo: null,
  });
}

/** Returns at once; time advances afterwards, and the clock's status then becomes `ready`. */
function advance(context: Context, params: ReadValue<typeof advanceParams>, { id = '' }: PathParams): object {
  const clock = clocks.find(context, id);
  if (clock.advancingTo !== null) {
    throw rejected('Test clock advancement is underway. Please wait until the clock is ready.');
  }
  if (params.frozen_time <= clock.frozen_time) {
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
  deleteClock(context, clocks.find(context, id));
  return { id, object: 'test_helpers.test_clock', deleted: true };
}
