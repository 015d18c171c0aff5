import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HANDLED_EVENTS } from '../webhooks/plan-events.ts';
import { createMetrics, OPERATOR_TASKS } from './metrics.ts';

const read = (path: string) =>
  readFileSync(new URL(`../../../infra/observability/${path}`, import.meta.url), 'utf8');

const { registry } = createMetrics({ processMetrics: true });
const ours = registry.getMetricsAsArray().map(({ name }) => name);

describe('the metrics endpoint', () => {
  it('exports every series that an alert watches from the start, because `increase` misses the first event of a new one', async () => {
    const exported = (await registry.metrics()).split('\n').filter((line) => line.endsWith(' 0'));
    const watched = Array.from(
      read('prometheus/alerts.yml').matchAll(/increase\((\w+)(?:\{(\w+="\w+")\})?/g),
      ([, name = '', label = '']) => ({ name, label }),
    );
    expect(watched.length).toBeGreaterThan(8);
    for (const task of OPERATOR_TASKS)
      watched.push({ name: 'outharbor_operator_tasks_total', label: `task="${task}"` });
    for (const type of HANDLED_EVENTS)
      watched.push({
        name: 'outharbor_webhook_deliveries_total',
        label: `type="${type}",outcome="failed"`,
      });
    for (const { name, label } of watched)
      expect(exported.filter((line) => line.startsWith(name) && line.includes(label))).not.toEqual([]);
  });

  it('serves documented metrics only', () => {
    const documented = read('README.md');
    for (const name of ours.filter((name) => name.startsWith('outharbor_')))
      expect(documented).toContain(name);
  });
});
