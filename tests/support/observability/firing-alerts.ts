import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const RULES = fileURLToPath(new URL('../../../infra/observability/prometheus/alerts.yml', import.meta.url));
const run = promisify(execFile);

/** Series in Prometheus's test notation, one value a minute: `{'up{job="api"}': '1x90'}`. */
export type Series = Readonly<Record<string, string>>;

/** A healthy, idle API. */
export const QUIET: Series = {
  'up{job="api"}': '1x90',
  'outharbor_reconciler_passes_total{outcome="done"}': '0+1x90',
  outharbor_duplicate_subscriptions_total: '0x90',
  outharbor_refunds_rejected_total: '0x90',
  outharbor_subscriptions_without_account_total: '0x90',
  outharbor_erasures_withheld_total: '0x90',
  nodejs_eventloop_lag_p99_seconds: '0.01x90',
  process_open_fds: '40x90',
  process_max_fds: '1000x90',
};

export interface AlertCase {
  /** What the series stand for; `promtool` prints it if the case fails. */
  readonly name: string;
  readonly series: Series;
  /** The alerts that fire at the end, and no others. */
  readonly firing: readonly string[];
}

/** Evaluates the rules over 90 minutes with `promtool`; rejects with its error output. */
export async function expectAlerts(cases: readonly AlertCase[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'alerts-'));
  const file = join(folder, 'tests.yml');
  const tests = cases.map(({ name, series, firing }) => ({
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: `group by (alertname) (ALERTS{alertstate="firing"}) # ${name}`,
        eval_time: '90m',
        exp_samples: firing.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
      },
    ],
  }));
  try {
    // JSON is YAML.
    await writeFile(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }));
    await run('promtool', ['test', 'rules', file]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
