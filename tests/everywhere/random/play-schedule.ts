import { RunningPlay } from './play.ts';
import type { Schedule } from './schedule.ts';
import type { Stage } from './stage.ts';
import { virtualClock } from './virtual-clock.ts';

/** Runs a schedule against empty emulators and throws the violations and the trace if an invariant breaks. */
export async function playSchedule(stage: Stage, schedule: Schedule): Promise<void> {
  virtualClock.rewind();
  await stage.reset();
  const play = new RunningPlay(stage, schedule);
  const violations = await play.play();
  if (violations.length > 0) throw new Error([...violations, '', ...play.trace].join('\n'));
}
