import { expect, test } from 'vitest';
import { areaForId, otherObjectPath } from './stripe-ids.ts';

test.each([
  ['evt_1A', 'events', undefined],
  ['cus_1A', 'people', undefined],
  ['ada@example.com', 'people', undefined],
  ['cs_test_a1Bbcdefgh', 'payments', undefined],
  ['sub_sched_1Abcdefgh', 'payments', undefined],
  ['pi_1Abcdefgh', 'payments', undefined],
  ['pi_1Abcdefgh_secret_2Bcdefgh', undefined, undefined],
  ['price_promonthly', 'payments', undefined],
  ['txi_1Abcdefgh', 'payments', 'tax_ids/txi_1Abcdefgh'],
  ['req_1Abcdefgh', undefined, undefined],
  ['requires_confirmation', undefined, undefined],
  ['in_progress', undefined, undefined],
  ['pi_../customers', undefined, undefined],
])('leads from %s to %s, read at %s', (id, area, path) => {
  expect([areaForId(id), otherObjectPath(id)]).toEqual([area, path]);
});
