import type { Violation } from './model.ts';
import { Play } from './play.ts';
import { createSeededRandom } from './seeded-random.ts';
import type { Stage } from './stage.ts';

export interface Played {
  readonly violations: readonly Violation[];
  /** What was done, in order, for whoever looks for the reason. */
  readonly trace: readonly string[];
}

/** Plays users, tabs, deliveries, crashes, faults and time as the seed says, lets it settle, and looks. */
export async function playSchedule(stage: Stage, seed: number): Promise<Played> {
  const random = createSeededRandom(seed);
  // Events of earlier schedules lie before this second.
  const since = await stage.stripe.advanceTime({ seconds: 2 });
  const play = new Play(stage, random, seed, since);
  try {
    await play.start();
    const rounds = 4 + random.below(10);
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(Array.from({ length: 1 + random.below(4) }, () => play.step()));
    }
    await play.settle();
    return { violations: await play.violations(), trace: play.trace };
  } finally {
    await play.close();
  }
}
