import { createMetrics } from '@outharbor/api/metrics/metrics';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import {
  dashboard,
  expressions,
  readObservability as read,
  rules,
  seriesIn,
} from '../../tests/support/observability/expressions.ts';

interface Prometheus {
  readonly rule_files: readonly string[];
  readonly scrape_configs: readonly {
    readonly job_name: string;
    readonly dns_sd_configs: readonly { readonly names: readonly string[]; readonly port: number }[];
  }[];
}
interface Compose {
  readonly services: Readonly<Record<string, { readonly environment: Readonly<Record<string, string>> }>>;
}

const prometheus: Prometheus = parse(read('prometheus/prometheus.yml'));

async function exportedSeries(): Promise<Set<string>> {
  const metrics = await createMetrics({ processMetrics: true }).registry.getMetricsAsJSON();
  return new Set(
    metrics.flatMap(({ name, type }) =>
      String(type) === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
}

it('panels and alerts use only series that the API exports', async () => {
  // `up` is Prometheus's own series: whether the last scrape succeeded.
  const known = (await exportedSeries()).add('up');
  const named = new Set(expressions.flatMap(seriesIn));
  expect(named.size).toBeGreaterThan(8);
  expect([...named].filter((name) => !known.has(name))).toEqual([]);
});

it("panels and alerts use all of the product's series", async () => {
  const shown = expressions.join(' ');
  const metrics = await createMetrics().registry.getMetricsAsJSON();
  expect(metrics.map(({ name }) => name).filter((name) => !shown.includes(name))).toEqual([]);
});

it('panels use the provisioned data source and do not overlap', () => {
  const { datasources } = parse(read('grafana/provisioning/datasources/prometheus.yml'));
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)}/${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  expect(new Set(dashboard.panels.map(({ datasource }) => datasource.uid))).toEqual(
    new Set([datasources[0].uid]),
  );
});

it("Prometheus scrapes the API's metrics port under the job name used in the alerts", () => {
  const { services }: Compose = parse(read('../../docker-compose.yml'), { merge: true });
  const [job] = prometheus.scrape_configs;
  expect(job?.dns_sd_configs[0]).toMatchObject({
    names: ['api', 'api-standby'],
    port: Number(services.api?.environment.METRICS_PORT),
  });
  const jobs = rules.flatMap(({ expr }) => expr.match(/job="[^"]*"/g) ?? []);
  expect(new Set(jobs)).toEqual(new Set([`job="${job?.job_name}"`]));
  expect(prometheus.rule_files).toEqual(['alerts.yml']);
});

it('on Kubernetes, the PodMonitor gives the same job name to the metrics port of the same pods', () => {
  const { spec } = parse(read('../kubernetes/components/monitoring/pod-monitor.yaml'));
  const deployment = parseAllDocuments(read('../kubernetes/base/api.yaml'))
    .map((document) => document.toJS())
    .find(({ kind }) => kind === 'Deployment');
  const { metadata, spec: pod } = deployment.spec.template;
  expect(metadata.labels).toMatchObject(spec.selector.matchLabels);
  expect(metadata.labels[spec.jobLabel]).toBe(prometheus.scrape_configs[0]?.job_name);
  const ports = pod.containers.flatMap(({ ports: all }: { ports: { name: string }[] }) => all);
  expect(ports.map(({ name }: { name: string }) => name)).toContain(spec.podMetricsEndpoints[0].port);
});
