import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ComposeProject, compose } from '../../support/containers/compose.ts';
import { rules } from '../../support/observability/expressions.ts';

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly name: string;
      readonly health: string;
      readonly lastError?: string;
    }[];
  }[];
}

/** Tests the Prometheus of the observability profile. */
export function describeObservability(project: () => ComposeProject): void {
  describe('the observability profile', () => {
    beforeAll(() => compose(project(), '--profile', 'observability', 'up', '-d', '--wait', 'prometheus'));
    afterAll(() => compose(project(), '--profile', 'observability', 'rm', '-s', '-f', 'prometheus'));

    async function query<T>(path: string): Promise<T> {
      const wget = ['wget', '-q', '-O', '-', `http://127.0.0.1:9090/api/v1/${path}`];
      const answer = await compose(
        project(),
        '--profile',
        'observability',
        'exec',
        '-T',
        'prometheus',
        ...wget,
      );
      return (JSON.parse(answer) as { readonly data: T }).data;
    }

    it('scrapes both processes of the API', async () => {
      const up = () =>
        query<{ readonly result: unknown[] }>(`query?query=${encodeURIComponent('up{job="api"} == 1')}`);
      await expect.poll(async () => (await up()).result.length, { timeout: 60_000 }).toBe(2);
    });

    it('evaluates every rule', async () => {
      const evaluated = async () =>
        (await query<Rules>('rules')).groups.flatMap((group) =>
          group.rules.map(({ name, health }) => [name, health]),
        );
      await expect.poll(evaluated, { timeout: 60_000 }).toEqual(rules.map(({ alert }) => [alert, 'ok']));
    });
  });
}
