import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { endProcess } from '@outharbor/emulator-kit/end-process';
import { freePort } from '@outharbor/emulator-kit/free-port';
import { interpolate } from '@outharbor/rehearsal/compose-settings';
import { expect, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { ROOT } from '../../scripts/step.ts';
import { readGoingLive } from './going-live-page.ts';

const run = promisify(execFile);
const OPERATOR = 'operator@example.com';
const USER = 'alerts@example.com';
export const MAIL_PASSWORD = 'a password';
/** The settings of step 10 for a mail server that asks for a user. */
export const MAIL_USER = {
  ALERT_SMTP_USER: USER,
  ALERT_SMTP_PASSWORD_FILE: 'secrets/alert_smtp_password',
};

/** Debian's Alertmanager with the operator's settings, and the mail server that it tells. */
export class Alerting {
  readonly folder: string;
  readonly mails: string[] = [];
  readonly #ending: (() => Promise<unknown>)[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<Alerting> {
    const folder = await mkdtemp(join(tmpdir(), 'alerting-'));
    // Alertmanager runs as another user.
    await chmod(folder, 0o755);
    return new Alerting(folder);
  }

  async close(): Promise<void> {
    for (const end of this.#ending.toReversed()) await end();
    await rm(this.folder, { recursive: true, force: true });
  }

  start(command: string, args: readonly string[], user: { uid?: number; gid?: number } = {}): void {
    const child = spawn(command, args, { cwd: this.folder, stdio: 'ignore', ...user });
    child.on('error', () => undefined);
    this.#ending.push(() => endProcess(child));
  }

  /** Raises the alert of the guide's last command, after the others were run in `clone`, and waits for its mail. */
  async deliverTestAlert(clone: string, settings: Readonly<Record<string, string>>): Promise<void> {
    const [, start = ''] = (await readGoingLive()).commandsUnder('10. Alerts');
    const { url } = await this.startAlertmanager(clone, settings);
    this.mails.length = 0;
    const [, labels = ''] = /amtool .* alert add (.*)$/ms.exec(start) ?? [];
    await run('amtool', [`--alertmanager.url=${url}`, 'alert', 'add', ...labels.split(' ')]);
    await vi.waitFor(() => expect(this.mails.join('\n')).toMatch(/^Subject: .*TestAlert/m), 30_000);
    expect(this.mails.join('\n')).toContain(OPERATOR);
  }

  /** Runs with the configuration, the secret and the user of the compose file. */
  async startAlertmanager(clone = this.folder, settings: Readonly<Record<string, string>> = {}) {
    const compose = parse(await readFile(join(ROOT, 'infra/observability/compose.yml'), 'utf8'));
    const variables = {
      ALERT_SMTP_HOST: `127.0.0.1:${await this.#startMailServer('ALERT_SMTP_USER' in settings)}`,
      ALERT_SMTP_TLS: 'false',
      ALERT_FROM: 'alerts@example.com',
      ALERT_TO: OPERATOR,
      ...settings,
    };
    const own = await mkdtemp(join(this.folder, 'alertmanager-'));
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
    this.start('prometheus-alertmanager', args, { uid, gid });
    await untilReady(`${url}/-/ready`);
    return { port, url };
  }

  /** Accepts every mail, or only those of the user with the password. */
  async #startMailServer(isUserAsked: boolean): Promise<number> {
    const server = createServer((socket) => receive(socket, this.mails, isUserAsked));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#ending.push(async () => server.close());
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }
}

export async function untilReady(url: string): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200), { timeout: 30_000 });
}

const LOGIN = Buffer.from(`\0${USER}\0${MAIL_PASSWORD}`).toString('base64');

function receive(socket: Socket, mails: string[], isUserAsked: boolean): void {
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
