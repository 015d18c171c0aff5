import type { Context } from '../context.ts';
import { noSuch, rejected } from '../errors/api-error.ts';
import type { Meter } from '../state/meter-entities.ts';

/** Nothing new can be measured with a deactivated meter. */
export function requireActiveMeter(context: Context, id: string, param: string): Meter {
  const meter = context.store.meters.get(id);
  if (meter === undefined) throw noSuch('billing meter', id, param);
  if (meter.deactivatedAt === null) return meter;
  throw rejected('The meter specified is inactive. This field only accepts active meters.', { param });
}
