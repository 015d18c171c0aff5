import { describe, expect, it } from 'vitest';
import { coalesce } from './coalesce.ts';

function controlled() {
  const runs: { readonly key: string; finish: (result: number) => void; fail: (error: Error) => void }[] = [];
  const run = coalesce<number>((key) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    runs.push({ key, finish: resolve, fail: reject });
    return promise;
  });
  return { run, runs };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('coalesce', () => {
  it('gives callers that come during a run one further run, begun after they came', async () => {
    const { run, runs } = controlled();
    const first = run('u');
    const [second, third] = [run('u'), run('u')];
    expect(runs).toHaveLength(1);
    runs[0]?.finish(1);
    expect(await first).toBe(1);
    await turn();
    expect(runs).toHaveLength(2);
    runs[1]?.finish(2);
    expect(await Promise.all([second, third])).toEqual([2, 2]);
  });

  it('runs one at a time for a caller that comes as one run ends and the next has not begun', async () => {
    const { run, runs } = controlled();
    const joining = run('u').then(() => run('u'));
    const waiting = run('u');
    runs[0]?.finish(1);
    await turn();
    expect(runs).toHaveLength(2);
    runs[1]?.finish(2);
    expect(await Promise.all([joining, waiting])).toEqual([2, 2]);
  });

  it('runs different keys side by side', () => {
    const { run, runs } = controlled();
    void run('a');
    void run('b');
    expect(runs.map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('goes on after a run that failed, and forgets keys that are done', async () => {
    const { run, runs } = controlled();
    const failing = run('u');
    const waiting = run('u');
    runs[0]?.fail(new Error('away'));
    await expect(failing).rejects.toThrow('away');
    await turn();
    runs[1]?.finish(2);
    expect(await waiting).toBe(2);
    void run('u');
    expect(runs).toHaveLength(3);
  });
});
