import { expect, it } from 'vitest';
import { readBillingState } from './billing-state.ts';

it.each([
  ['pastDue', 'behind', true],
  ['deletionStartedAt', 'leaving', 1_800_000_000],
  ['deletedAt', 'left', 1_800_000_000],
])('reads %s from a record of an earlier release, which stored it as %s', (name, former, value) => {
  expect(readBillingState({ revision: 1, [former]: value })).toMatchObject({ [name]: value });
});
