import fc from 'fast-check';
import { expect, it } from 'vitest';
import { suiteFixture } from '../../../infra/emulators/tests/support/suite-fixture.ts';
import { played } from './play.ts';
import { playSchedule } from './play-schedule.ts';
import { schedules } from './schedule.ts';
import { openStage } from './stage.ts';

const numRuns = Number(process.env.ABUSE_SCHEDULES ?? 60);
const seed = Number(process.env.ABUSE_SEED ?? Math.floor(Math.random() * 1_000_000_000));
/** Skips shrinking, for callers that only need to know whether there is a violation. */
const endOnFailure = process.env.ABUSE_SHRINKS === '0';

const stage = suiteFixture(openStage);

it(`holds every money invariant in ${numRuns} random schedules with ABUSE_SEED=${seed}`, {
  timeout: 120_000 + numRuns * 2000,
}, async () => {
  const property = fc.asyncProperty(schedules, (schedule) => playSchedule(stage, schedule));
  const { failed, counterexample, errorInstance, numShrinks } = await fc.check(property, {
    seed,
    numRuns,
    endOnFailure,
  });
  process.stdout.write(`ABUSE_SEED=${seed}, acts: ${JSON.stringify(Object.fromEntries(played))}\n`);
  expect(failed, `after ${numShrinks} shrinks: ${JSON.stringify(counterexample)}\n${errorInstance}`).toBe(
    false,
  );
});
