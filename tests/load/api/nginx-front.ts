import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endProcess } from '@outharbor/embedded/end-process';
import { freePort } from '@outharbor/embedded/free-port';
import { CAN_PIN } from './server-process.ts';

const INFRA = fileURLToPath(new URL('../../../infra/nginx', import.meta.url));
const SITE = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const BINARY = '/usr/sbin/nginx';

export const HAS_NGINX = existsSync(BINARY);

/** Starts the installed Nginx with the front door's configuration, as one process on the given core. */
export async function startNginx(apiUrl: string, core: number) {
  const folder = await mkdtemp(join(tmpdir(), 'front-door-'));
  const port = await freePort('127.0.0.1');
  await writeConfiguration(folder, port, new URL(apiUrl).host);
  const given = ['-p', folder, '-c', join(folder, 'nginx.conf')];
  const [command, ...rest] = CAN_PIN ? ['taskset', '-c', String(core), BINARY, ...given] : [BINARY, ...given];
  const child = spawn(String(command), rest, { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  await answering(url, child);
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      await endProcess(child, 'SIGKILL');
      await rm(folder, { recursive: true });
    },
  };
}

/** Writes the configuration with local paths and a fixed upstream address instead of a host name. */
async function writeConfiguration(folder: string, port: number, api: string): Promise<void> {
  const here = (text: string) =>
    text
      .replaceAll('/etc/nginx/outharbor', folder)
      .replaceAll('/tmp/nginx', folder)
      .replaceAll('/dev/stdout', join(folder, 'access.log'))
      .replaceAll('/usr/share/nginx/site', SITE);
  await mkdir(join(folder, 'public'));
  for (const name of await readdir(join(INFRA, 'conf'))) {
    await writeFile(join(folder, name), here(await readFile(join(INFRA, 'conf', name), 'utf8')));
  }
  const upstream = await readFile(join(INFRA, 'templates', 'upstream-api.conf.template'), 'utf8');
  const fixed = upstream.replace(/zone .*/, '').replace(/server .*/, `server ${api} max_fails=0;`);
  await writeFile(join(folder, 'upstream-api.conf'), fixed);
  const constants = { emulated: 'false', is_trusted_proxy: '0' };
  const maps = Object.entries(constants).map(
    ([name, value]) => `map '' $${name} {\n  default ${value};\n}\n`,
  );
  await writeFile(join(folder, 'environment.conf'), maps.join(''));
  await writePolicy(folder);
  const main = here(await readFile(join(INFRA, 'nginx.conf'), 'utf8'))
    .replace(/listen 8080 .*/, `listen 127.0.0.1:${port};`)
    .replace(/ {2}# For checks from inside[\s\S]*?\n {2}}\n/, '')
    .replace('worker_processes auto;', 'daemon off;\nmaster_process off;');
  await writeFile(join(folder, 'nginx.conf'), main);
}

async function writePolicy(folder: string): Promise<void> {
  const given = [join(INFRA, 'write-policy.ts'), join(SITE, 'csp-hashes.json'), folder];
  const child = spawn(process.execPath, given, { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`write-policy.ts ended with ${code}`);
}

async function answering(url: string, child: ReturnType<typeof spawn>): Promise<void> {
  while (child.exitCode === null) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await pause(20);
  }
  throw new Error(`nginx ended with ${child.exitCode}`);
}
