import { describe, expect, it } from 'vitest';
import { playSchedule } from './random/play-schedule.ts';
import { openStage } from './random/stage.ts';

const SCHEDULES = Number(process.env.ABUSE_SCHEDULES ?? 60);
const FIRST_SEED = Number(process.env.ABUSE_SEED ?? Math.floor(Math.random() * 1_000_000_000));
/** A month that passes renews every subscription of a stage, so each is left before it is crowded. */
const PER_STAGE = 6;

describe('random schedules of users, tabs, deliveries, crashes, faults and time', () => {
  it(`keep "paid means granted" and "one live subscription" (${SCHEDULES} from ABUSE_SEED=${FIRST_SEED})`, {
    timeout: 60_000 + SCHEDULES * 5000,
  }, async () => {
    for (let played = 0; played < SCHEDULES; played += PER_STAGE) {
      const stage = await openStage();
      try {
        for (let index = played; index < Math.min(SCHEDULES, played + PER_STAGE); index += 1) {
          const seed = FIRST_SEED + index;
          const { violations, trace } = await playSchedule(stage, seed);
          expect(violations, `ABUSE_SEED=${seed}\n${trace.join('\n')}`).toEqual([]);
        }
      } finally {
        await stage.close();
      }
    }
  });
});
