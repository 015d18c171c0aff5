// @module-tag alertmanager
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST } from '@outharbor/contract/testing/plans';
import { type EmbeddedStack, startEmbeddedStack } from '@outharbor/embedded/embedded-stack';
import { endProcess } from '@outharbor/emulator-kit/end-process';
import { freePort } from '@outharbor/emulator-kit/free-port';
import { interpolate } from '@outharbor/rehearsal/compose-settings';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { dashboard, rules } from '../../../infra/observability/expressions.ts';
import { type GoingLivePage, readGoingLive } from '../../support/going-live-page.ts';
import { newPerson } from '../../support/people.ts';
import { registerVisitor } from '../../support/sdk-visitor.ts';

const OBSERVABILITY = fileURLToPath(new URL('../../../infra/observability', import.meta.url));
const run = promisify(execFile);
const OPERATOR = 'operator@example.com';
const USER = 'alerts@example.com';
const PASSWORD = 'a password';

let folder: string;
let stack: EmbeddedStack;
let prometheusUrl: string;
let guide: GoingLivePage;
const mails: string[] = [];
const ending: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'monitoring-'));
  // Alertmanager runs as another user.
  await chmod(folder, 0o755);
  guide = await readGoingLive();
  const metricsPort = await freePort('127.0.0.1');
  stack = await startEmbeddedStack({
    apiEnvironment: { METRICS_HOST: '127.0.0.1', METRICS_PORT: String(metricsPort) },
  });
  const smtpPort = await startMailServer();
  const alertmanager = await startAlertmanager(smtpPort);
  await startPrometheus(metricsPort, alertmanager.port);
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

describe.each([
  ['without a user', {}],
  ['with a user', { ALERT_SMTP_USER: USER, ALERT_SMTP_PASSWORD_FILE: 'secrets/alert_smtp_password' }],
])('the commands of the guide, for a mail server %s', (_, settings) => {
  it("deliver a test alert to the operator's inbox", async () => {
    const [install = '', start = ''] = guide.commandsUnder('10. Alerts');
    const clone = await mkdtemp(join(folder, 'clone-'));
    await mkdir(join(clone, 'secrets'));
    await writeFile(join(clone, 'smtp-password.txt'), `${PASSWORD}\n`);
    await run('sh', ['-ec', install], { cwd: clone });
    const isAsked = 'ALERT_SMTP_USER' in settings;
    const port = await startMailServer(isAsked);
    const { url } = await startAlertmanager(port, { clone, settings });
    mails.length = 0;
    const [, labels = ''] = /amtool .* alert add (.*)$/ms.exec(start) ?? [];
    await run('amtool', [`--alertmanager.url=${url}`, 'alert', 'add', ...labels.split(' ')]);
    await expect.poll(() => mails.join('\n'), { timeout: 30_000 }).toMatch(/^Subject: .*TestAlert/m);
    expect(mails.join('\n')).toContain(OPERATOR);
  });
});

it('mails an alert that Prometheus raises', async () => {
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

interface OperatorSide {
  /** Where the commands of the guide were run. */
  readonly clone?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Runs with the configuration, the secret and the user of the compose file. */
async function startAlertmanager(smtpPort: number, { clone = folder, settings = {} }: OperatorSide = {}) {
  const compose = parse(await readFile(join(OBSERVABILITY, 'compose.yml'), 'utf8'));
  const variables = {
    ALERT_SMTP_HOST: `127.0.0.1:${smtpPort}`,
    ALERT_SMTP_TLS: 'false',
    ALERT_FROM: 'alerts@example.com',
    ALERT_TO: OPERATOR,
    ...settings,
  };
  const own = await mkdtemp(join(folder, 'alertmanager-'));
  // As the engine mounts a file: with its owner and mode, wherever it is.
  const password = join(own, 'password');
  const { file } = compose.secrets.alert_smtp_password;
  await run('cp', ['-p', resolve(clone, interpolate(file, variables)), password]);
  const config = parse(interpolate(compose.configs.alertmanager.content, variables));
  config.global.smtp_auth_password_file = password;
  config.route.group_wait = '0s';
  await writeFile(join(own, 'alertmanager.yml'), stringify(config));
  const [uid = 0, gid = 0] = compose.services.alertmanager.user.split(':').map(Number);
  await chown(own, uid, gid);
  const port = await freePort('127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const args = [
    `--config.file=${join(own, 'alertmanager.yml')}`,
    `--storage.path=${join(own, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--cluster.listen-address=',
  ];
  start('prometheus-alertmanager', args, { uid, gid });
  await ready(`${url}/-/ready`);
  return { port, url };
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

function start(command: string, args: readonly string[], user: { uid?: number; gid?: number } = {}): void {
  const child = spawn(command, args, { cwd: folder, stdio: 'ignore', ...user });
  child.on('error', () => undefined);
  ending.push(() => endProcess(child));
}

async function ready(url: string): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200), { timeout: 30_000 });
}

/** Accepts every mail, or only those of the user with the password. */
async function startMailServer(isUserAsked = false): Promise<number> {
  const server = createServer((socket) => receive(socket, isUserAsked));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ending.push(async () => server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const LOGIN = Buffer.from(`\0${USER}\0${PASSWORD}`).toString('base64');

function receive(socket: Socket, isUserAsked: boolean): void {
  let mail: string | undefined;
  let isLetIn = !isUserAsked;
  const answerTo = (command: string) => {
    if (/^EHLO/i.test(command)) return isUserAsked ? '250-mail.example.com\r\n250 AUTH PLAIN' : '250 ok';
    if (/^AUTH/i.test(command)) return isLetIn ? '235 ok' : '535 wrong';
    if (/^MAIL/i.test(command)) return isLetIn ? '250 ok' : '530 authentication required';
    return /^DATA/i.test(command) ? '354 end with a dot' : '250 ok';
  };
  socket.write('220 mail.example.com\r\n');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    if (mail !== undefined) {
      mail += chunk;
      if (!mail.endsWith('\r\n.\r\n')) return;
      mails.push(mail);
      mail = undefined;
      socket.write('250 accepted\r\n');
      return;
    }
    isLetIn ||= chunk.trim() === `AUTH PLAIN ${LOGIN}`;
    if (/^DATA/i.test(chunk)) mail = '';
    socket.write(`${answerTo(chunk)}\r\n`);
  });
}
