// @module-tag alertmanager
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST } from '@outharbor/contract/testing/plans';
import { type EmbeddedStack, startEmbeddedStack } from '@outharbor/embedded/embedded-stack';
import { freePort } from '@outharbor/emulator-kit/free-port';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { Alerting, MAIL_PASSWORD, MAIL_USER, untilReady } from '../../support/alerting.ts';
import { type GoingLivePage, readGoingLive } from '../../support/going-live-page.ts';
import { dashboard, rules } from '../../support/observability/expressions.ts';
import { newPerson } from '../../support/people.ts';
import { registerVisitor } from '../../support/sdk-visitor.ts';

const OBSERVABILITY = fileURLToPath(new URL('../../../infra/observability', import.meta.url));
const run = promisify(execFile);

let alerting: Alerting;
let stack: EmbeddedStack;
let prometheusUrl: string;
let guide: GoingLivePage;

beforeAll(async () => {
  alerting = await Alerting.open();
  guide = await readGoingLive();
  const metricsPort = await freePort('127.0.0.1');
  stack = await startEmbeddedStack({
    apiEnvironment: { METRICS_HOST: '127.0.0.1', METRICS_PORT: String(metricsPort) },
  });
  const alertmanager = await alerting.startAlertmanager();
  await startPrometheus(metricsPort, alertmanager.port);
  await usePlans();
}, 120_000);
afterAll(async () => {
  await alerting?.close();
  await stack?.close();
});

it('shows data in every panel of the dashboard after a purchase', async () => {
  expect(dashboard.panels.length).toBeGreaterThan(3);
  const empty = async () => {
    const titles: string[] = [];
    for (const { id, targets } of dashboard.panels) {
      const answers = await Promise.all(
        targets.map(({ expr }) => query(expr.replaceAll('$__rate_interval', '1m'))),
      );
      if (answers.every((samples) => samples.length === 0)) titles.push(`panel ${id}: ${targets[0]?.expr}`);
    }
    return titles;
  };
  await expect.poll(empty, { timeout: 60_000 }).toEqual([]);
});

it('evaluates every alert, none of which fires for a purchase', async () => {
  const answer = await fetch(`${prometheusUrl}/api/v1/rules`);
  const { data } = (await answer.json()) as {
    data: { groups: { rules: { name: string; health: string }[] }[] };
  };
  const evaluated = data.groups.flatMap((group) => group.rules.map(({ name, health }) => [name, health]));
  expect(evaluated).toEqual(rules.map(({ alert }) => [alert, 'ok']));
  expect(await query('ALERTS{alertstate="firing"}')).toEqual([]);
});

it.each([
  ['without a user', {}],
  ['with a user', MAIL_USER],
])(
  "the commands of the guide, for a mail server %s, deliver a test alert to the operator's inbox",
  async (_, settings) => {
    const [install = ''] = guide.commandsUnder('10. Alerts');
    const clone = await mkdtemp(join(alerting.folder, 'clone-'));
    await mkdir(join(clone, 'secrets'));
    await writeFile(join(clone, 'smtp-password.txt'), `${MAIL_PASSWORD}\n`);
    await run('sh', ['-ec', install], { cwd: clone });
    await alerting.deliverTestAlert(clone, settings);
  },
);

it('mails an alert that Prometheus raises', async () => {
  await stack.close();
  await expect.poll(() => alerting.mails.join('\n'), { timeout: 120_000 }).toMatch(/^Subject: .*ApiDown/m);
});

async function usePlans(): Promise<void> {
  const visitor = await registerVisitor(stack.url, newPerson());
  try {
    const { id } = await visitor.checkOut(FIRST.price);
    await stack.stripe.pay(id, { card: 'visa' });
    await stack.settle();
    const rejected = await fetch(`${stack.url}${API_PATHS.createCheckoutSession}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ plan: FIRST.price, customerId: 'nobody' }),
    });
    expect(rejected.status).toBe(401);
  } finally {
    await visitor.leave();
  }
}

async function query(expression: string): Promise<readonly unknown[]> {
  const answer = await fetch(`${prometheusUrl}/api/v1/query?query=${encodeURIComponent(expression)}`);
  const { data } = (await answer.json()) as { data?: { result: unknown[] } };
  return data?.result ?? [];
}

/** The rules as shipped, evaluated more often, on this API. */
async function startPrometheus(metricsPort: number, alertmanagerPort: number): Promise<void> {
  const config = parse(await readFile(join(OBSERVABILITY, 'prometheus/prometheus.yml'), 'utf8'));
  config.global = { scrape_interval: '1s', evaluation_interval: '1s' };
  config.rule_files = [join(OBSERVABILITY, 'prometheus/alerts.yml')];
  config.alerting.alertmanagers = [{ static_configs: [{ targets: [`127.0.0.1:${alertmanagerPort}`] }] }];
  config.scrape_configs = [{ job_name: 'api', static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] }];
  await mkdir(join(alerting.folder, 'prometheus'));
  await writeFile(join(alerting.folder, 'prometheus.yml'), stringify(config));
  const port = await freePort('127.0.0.1');
  prometheusUrl = `http://127.0.0.1:${port}`;
  alerting.start('prometheus', [
    `--config.file=${join(alerting.folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(alerting.folder, 'prometheus')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  await untilReady(`${prometheusUrl}/-/ready`);
}
