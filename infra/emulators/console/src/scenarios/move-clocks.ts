import { advanced, type TimeSpan } from '@outharbor/emulator-kit/time-span';
import type { OnProgress } from '../on-progress.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';

const STEP_DAYS = 30;

/** Moves the clocks of Stripe and scheduling on, in steps of a month, and delivers what that brings. */
export async function moveClocks(
  { stripe, scheduling }: Pick<ConsoleTargets, 'stripe' | 'scheduling'>,
  span: { readonly days: number; readonly months: number },
  onProgress: OnProgress,
): Promise<void> {
  const steps = stepsTo(span);
  const starts = [await timeAt(stripe), await timeAt(scheduling)] as const;
  for (const [index, reached] of steps.entries()) {
    onProgress('Moving the clocks', index, steps.length + 1);
    const before = steps[index - 1] ?? {};
    await scheduling.advanceTime(between(starts[1], before, reached));
    await stripe.advanceTime(between(starts[0], before, reached));
  }
  onProgress('Delivering webhooks', steps.length, steps.length + 1);
  await stripe.settle();
}

/** From the start to the end of each step: twelve single months from a 31st would end at another day than a year. */
function stepsTo({ days, months }: { readonly days: number; readonly months: number }): TimeSpan[] {
  const steps: TimeSpan[] = [];
  for (let month = 1; month <= months; month += 1) steps.push({ months: month });
  for (let day = STEP_DAYS; day < days; day += STEP_DAYS) steps.push({ months, days: day });
  if (days > 0) steps.push({ months, days });
  return steps;
}

function between(start: number, before: TimeSpan, after: TimeSpan): TimeSpan {
  return { milliseconds: advanced(start, after) - advanced(start, before) };
}

async function timeAt(service: Pick<ConsoleTargets['scheduling'], 'clock'>): Promise<number> {
  return Date.parse((await service.clock()).now);
}
