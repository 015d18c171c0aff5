import { expect, test } from 'vitest';
import { FaultSwitches } from './fault-switches.ts';

test('a counted fault strikes that often, another target is spared', () => {
  const faults = new FaultSwitches();
  faults.add({ target: 'page', mode: 'fail', count: 2, delayMs: 0 });
  expect(faults.strike('times')).toBeUndefined();
  expect([faults.strike('page')?.struck, faults.strike('page')?.struck]).toEqual([1, 2]);
  expect(faults.strike('page')).toBeUndefined();
  expect(faults.list()).toEqual([]);
});

test('an uncounted fault strikes until it is removed', () => {
  const faults = new FaultSwitches();
  const { id } = faults.add({ target: 'rest', mode: 'hang', count: null, delayMs: 0 });
  faults.strike('rest');
  expect(faults.strike('rest')?.struck).toBe(2);
  expect(faults.remove(id)).toBe(true);
  expect(faults.remove(id)).toBe(false);
  expect(faults.strike('rest')).toBeUndefined();
});
