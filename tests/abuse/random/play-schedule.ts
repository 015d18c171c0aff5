import { Play } from './play.ts';
import type { Schedule } from './schedule.ts';
import type { Stage } from './stage.ts';
import { virtualClock } from './virtual-clock.ts';

/** Plays a schedule on an empty stage, lets it settle, and throws with what was done where a promise is broken. */
export async function playSchedule(stage: Stage, schedule: Schedule): Promise<void> {
  virtualClock.rewind();
  await stage.reset();
  const play = new Play(stage, schedule);
  const violations = await play.play();
  if (violations.length > 0) throw new Error([...violations, '', ...play.trace].join('\n'));
}
