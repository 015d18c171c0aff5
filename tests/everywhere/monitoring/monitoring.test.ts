// @module-tag alertmanager
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST } from '@outharbor/contract/testing/plans';
import { type EmbeddedStack, startEmbeddedStack } from '@outharbor/embedded/embedded-stack';
import { endProcess } from '@outharbor/emulator-kit/end-process';
import { freePort } from '@outharbor/emulator-kit/free-port';
import { interpolate } from '@outharbor/rehearsal/compose-settings';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { dashboard, rules } from '../../../infra/observability/expressions.ts';
import { newPerson } from '../../support/people.ts';
import { registerVisitor } from '../../support/sdk-visitor.ts';

const OBSERVABILITY = fileURLToPath(new URL('../../../infra/observability', import.meta.url));
const run = promisify(execFile);
const OPERATOR = 'operator@example.com';

let folder: string;
let stack: EmbeddedStack;
let prometheusUrl: string;
let alertmanagerUrl: string;
const mails: string[] = [];
const ending: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'monitoring-'));
  const metricsPort = await freePort('127.0.0.1');
  stack = await startEmbeddedStack({
    apiEnvironment: { METRICS_HOST: '127.0.0.1', METRICS_PORT: String(metricsPort) },
  });
  const smtpPort = await startMailServer();
  const alertmanagerPort = await startAlertmanager(smtpPort);
  await startPrometheus(metricsPort, alertmanagerPort);
  await usePlans();
}, 120_000);
afterAll(async () => {
  for (const end of ending.toReversed()) await end();
  await stack?.close();
  await rm(folder, { recursive: true, force: true });
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

it("delivers the guide's test alert to the operator's inbox", async () => {
  const guide = await readFile(join(OBSERVABILITY, '../../docs/going-live.md'), 'utf8');
  const [, labels = ''] = /amtool .* alert add (.*)$/m.exec(guide) ?? [];
  await run('amtool', [`--alertmanager.url=${alertmanagerUrl}`, 'alert', 'add', ...labels.split(' ')]);
  await expect.poll(() => mails.join('\n'), { timeout: 30_000 }).toMatch(/^Subject: .*TestAlert/m);
  expect(mails.join('\n')).toContain(OPERATOR);
});

it('mails an alert that Prometheus raises', async () => {
  await run('amtool', [
    `--alertmanager.url=${alertmanagerUrl}`,
    'check-config',
    join(folder, 'alertmanager.yml'),
  ]);
  await stack.close();
  await expect.poll(() => mails.join('\n'), { timeout: 120_000 }).toMatch(/^Subject: .*ApiDown/m);
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

/** The configuration of the compose file, with a mail server that needs no password. */
async function startAlertmanager(smtpPort: number): Promise<number> {
  const compose = parse(await readFile(join(OBSERVABILITY, 'compose.yml'), 'utf8'));
  const settings = {
    ALERT_SMTP_HOST: `127.0.0.1:${smtpPort}`,
    ALERT_SMTP_TLS: 'false',
    ALERT_FROM: 'alerts@example.com',
    ALERT_TO: OPERATOR,
  };
  const config = parse(interpolate(compose.configs.alertmanager.content, settings));
  config.route.group_wait = '0s';
  await writeFile(join(folder, 'alertmanager.yml'), stringify(config));
  const port = await freePort('127.0.0.1');
  alertmanagerUrl = `http://127.0.0.1:${port}`;
  start('prometheus-alertmanager', [
    `--config.file=${join(folder, 'alertmanager.yml')}`,
    `--storage.path=${join(folder, 'alertmanager')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--cluster.listen-address=',
  ]);
  await ready(`${alertmanagerUrl}/-/ready`);
  return port;
}

/** The rules as shipped, evaluated more often, on this API. */
async function startPrometheus(metricsPort: number, alertmanagerPort: number): Promise<void> {
  const config = parse(await readFile(join(OBSERVABILITY, 'prometheus/prometheus.yml'), 'utf8'));
  config.global = { scrape_interval: '1s', evaluation_interval: '1s' };
  config.rule_files = [join(OBSERVABILITY, 'prometheus/alerts.yml')];
  config.alerting.alertmanagers = [{ static_configs: [{ targets: [`127.0.0.1:${alertmanagerPort}`] }] }];
  config.scrape_configs = [{ job_name: 'api', static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] }];
  await mkdir(join(folder, 'prometheus'));
  await writeFile(join(folder, 'prometheus.yml'), stringify(config));
  const port = await freePort('127.0.0.1');
  prometheusUrl = `http://127.0.0.1:${port}`;
  start('prometheus', [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'prometheus')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  await ready(`${prometheusUrl}/-/ready`);
}

function start(command: string, args: readonly string[]): void {
  const child = spawn(command, args, { cwd: folder, stdio: 'ignore' });
  child.on('error', () => undefined);
  ending.push(() => endProcess(child));
}

async function ready(url: string): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200), { timeout: 30_000 });
}

/** Accepts every mail, as the operator's mail server does. */
async function startMailServer(): Promise<number> {
  const server = createServer((socket) => receive(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ending.push(async () => server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function receive(socket: Socket): void {
  let mail = '';
  let inData = false;
  socket.write('220 mail.example.com\r\n');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    if (inData) {
      mail += chunk;
      if (!mail.endsWith('\r\n.\r\n')) return;
      mails.push(mail);
      inData = false;
      socket.write('250 accepted\r\n');
    } else if (/^DATA/i.test(chunk)) {
      inData = true;
      mail = '';
      socket.write('354 end with a dot\r\n');
    } else if (/^QUIT/i.test(chunk)) socket.end('221 bye\r\n');
    else socket.write('250 ok\r\n');
  });
}
