import { afterEach, describe, expect, it, vi } from 'vitest';
import { missingNeeds, skippedGroups } from './needs.ts';

afterEach(() => vi.unstubAllEnvs());

describe('what the machine lacks', () => {
  it('is the same in every process of a run', () => {
    vi.stubEnv('CI', undefined);
    vi.stubEnv('MISSING_NEEDS', 'promtool docker');
    expect(missingNeeds()).toEqual(['docker', 'promtool']);
  });

  it('is nothing in CI, where the tests run and fail', () => {
    vi.stubEnv('CI', 'true');
    vi.stubEnv('MISSING_NEEDS', 'promtool docker');
    expect(missingNeeds()).toEqual([]);
  });

  it('is reported with the number of skipped tests, the reason and the remedy', () => {
    expect(skippedGroups(['promtool', 'docker', 'promtool'])).toEqual([
      'skipped: 2 alert tests (promtool: apt-get install prometheus)',
      'skipped: 1 container test (docker: start a Docker engine with Compose)',
    ]);
  });
});
