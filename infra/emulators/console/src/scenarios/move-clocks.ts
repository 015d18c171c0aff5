import type { OnProgress } from '@outharbor/emulator-kit/state-file';
import { advanced, type TimeSpan } from '@outharbor/emulator-kit/time-span';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import { settled } from './settled.ts';

const STEP_DAYS = 30;

/**
 * Moves the clocks of Stripe and scheduling on, in steps of a month, and delivers what that brings. Resolves with what to
 * say of webhooks that could not be delivered.
 */
export async function moveClocks(
  targets: Clocks & Pick<ConsoleTargets, 'stripe'>,
  span: TimeSpan,
  onProgress: OnProgress,
): Promise<string> {
  const clocks = runningClocks(targets);
  if (clocks.length === 0) throw new RangeError('No emulator with a clock is running.');
  const steps = stepsTo(span);
  const starts = await Promise.all(clocks.map(async (clock) => Date.parse((await clock.clock()).now)));
  let late = '';
  for (const [index, reached] of steps.entries()) {
    onProgress('Moving the clocks', index, steps.length);
    const before = steps[index - 1] ?? {};
    for (const [nth, clock] of clocks.entries()) {
      const start = starts[nth] ?? 0;
      await clock.advanceTime({ milliseconds: advanced(start, reached) - advanced(start, before) });
    }
    // What a month brings is delivered in that month, so that the product's server acts in it too, unless it hangs.
    if (late === '') late = await settled(targets);
  }
  return late;
}

type Clocks = Pick<ConsoleTargets, 'stripe' | 'scheduling' | 'running'>;
interface Clock extends Pick<ConsoleTargets['scheduling'], 'clock'> {
  advanceTime(span: TimeSpan): Promise<unknown>;
}

/**
 * Lists the clocks in the order in which they are moved, so that what Stripe sends meets calls of the same
 * time.
 */
export function runningClocks({ running, stripe, scheduling }: Clocks): Clock[] {
  return [...(running.scheduling ? [scheduling] : []), ...(running.stripe ? [stripe] : [])];
}

/**
 * Measures each step from the start: twelve single months from a 31st would end on another day than a year.
 */
function stepsTo({ days = 0, months = 0, milliseconds = 0 }: TimeSpan): TimeSpan[] {
  const steps: TimeSpan[] = [];
  for (let month = 1; month <= months; month += 1) steps.push({ months: month });
  for (let day = STEP_DAYS; day < days; day += STEP_DAYS) steps.push({ months, days: day });
  if (days + milliseconds > 0) steps.push({ months, days, milliseconds });
  return steps;
}
