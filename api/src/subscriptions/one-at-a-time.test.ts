import { describe, expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

describe('oneAtATime', () => {
  it('runs calls with the same key in sequence and others in parallel', async () => {
    const running: string[] = [];
    const seen: string[][] = [];
    const run = oneAtATime(async (key: string, name: string) => {
      running.push(name);
      seen.push([...running]);
      await Promise.resolve();
      running.splice(running.indexOf(name), 1);
      return `${key} ${name}`;
    });
    const results = await Promise.all([run('u', 'a'), run('u', 'b'), run('v', 'c')]);
    expect(results).toEqual(['u a', 'u b', 'v c']);
    expect(seen.some((names) => names.includes('a') && names.includes('b'))).toBe(false);
    expect(seen).toContainEqual(['a', 'c']);
  });

  it('continues after a failure, which only its own caller sees', async () => {
    const run = oneAtATime(async (_key: string, fails: boolean) => {
      if (fails) throw new Error('no');
      return 'yes';
    });
    const [first, second] = await Promise.allSettled([run('u', true), run('u', false)]);
    expect([first.status, second]).toEqual(['rejected', { status: 'fulfilled', value: 'yes' }]);
  });
});
