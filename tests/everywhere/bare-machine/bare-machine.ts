import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, copyFile, cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../../scripts/step.ts';
import { tracked } from '../../../scripts/tracked-files.ts';

const run = promisify(execFile);

const CACHE = join(ROOT, '.cache', 'bare-machine');
const RELEASE = 'bookworm';
/** The newest that every tested Node.js can run. */
const NPM = 'npm@10';
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';
const UID = 1000;
const HOME = '/home/agency';

export type User = 'root' | 'agency';

/** A Debian without anything but Node.js and npm, and the repository as a tarball unpacks it. */
export type BareMachine = Awaited<ReturnType<typeof createBareMachine>>;

/** Needs root. A package mirror and the npm registry must be reachable. */
export async function createBareMachine(nodeVersion: string) {
  await mkdir(CACHE, { recursive: true });
  // Inside the cache, so that unpacking does not fill a small /tmp.
  const root = await mkdtemp(join(CACHE, 'machine-'));
  const remove = () => rm(root, { recursive: true, force: true });
  try {
    await run('tar', ['-xpf', await debianRoot(), '-C', root]);
    await installNode(root, nodeVersion);
    await copyNetwork(root);
    await run('chroot', [
      root,
      'useradd',
      '--uid',
      String(UID),
      '--create-home',
      '--home-dir',
      HOME,
      'agency',
    ]);
    for (const home of ['/root', HOME]) await copyTree(join(root, home, 'outharbor'));
    await run('chown', ['-R', `${UID}:${UID}`, join(root, HOME)]);
  } catch (error) {
    await remove();
    throw error;
  }
  return { start: (user: User, command: string) => startIn(root, user, command), remove };
}

/** The archive of a minimal Debian, built once. */
async function debianRoot(): Promise<string> {
  const archive = join(CACHE, `${RELEASE}.tar`);
  if (existsSync(archive)) return archive;
  const unfinished = `${archive}.${process.pid}`;
  await run('mmdebstrap', [
    '--quiet',
    '--variant=minbase',
    '--format=tar',
    // A mirror may be some weeks behind.
    '--aptopt=Acquire::Check-Valid-Until "false"',
    ...['doc', 'man', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`),
    RELEASE,
    unfinished,
    `deb http://deb.debian.org/debian ${RELEASE} main`,
    // An installed Debian has these too, among them the current Chromium.
    `deb http://deb.debian.org/debian-security ${RELEASE}-security main`,
  ]);
  await rename(unfinished, archive);
  return archive;
}

async function installNode(root: string, version: string): Promise<void> {
  const folder = await mkdtemp(join(CACHE, 'packages-'));
  try {
    const pack = ['pack', '--silent', '--pack-destination', folder];
    const platform = `${process.platform}-${process.arch}`;
    const names = (await run('npm', [...pack, `node-${platform}@${version}`, NPM])).stdout.trim().split('\n');
    const [node = '', npm = ''] = names.map((name) => join(folder, name));
    const local = join(root, 'usr', 'local');
    await run('tar', ['-xzf', node, '-C', join(local, 'bin'), '--strip-components=2', 'package/bin/node']);
    const modules = join(local, 'lib', 'node_modules', 'npm');
    await mkdir(modules, { recursive: true });
    await run('tar', ['-xzf', npm, '-C', modules, '--strip-components=1']);
    for (const name of ['npm', 'npx']) {
      await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The machine's name servers and authorities, in case it reaches the registry through a proxy of its own. */
async function copyNetwork(root: string): Promise<void> {
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) await copyFile(file, join(root, file));
  if (!existsSync(AUTHORITIES)) return;
  await mkdir(join(root, 'etc/ssl/certs'), { recursive: true });
  await copyFile(AUTHORITIES, join(root, AUTHORITIES));
  await mkdir(join(root, 'usr/local/etc'), { recursive: true });
  await writeFile(join(root, 'usr/local/etc/npmrc'), `cafile=${AUTHORITIES}\n`);
  const registry = (await run('npm', ['config', 'get', 'registry'])).stdout.trim();
  await appendFile(join(root, 'usr/local/etc/npmrc'), `registry=${registry}\n`);
}

async function copyTree(target: string): Promise<void> {
  for (const file of await tracked('*')) {
    if (existsSync(join(ROOT, file))) await cp(join(ROOT, file), join(target, file), { recursive: true });
  }
}

const ENTER = `
mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" && mount -t tmpfs tmpfs "$1/tmp" && chmod 1777 "$1/tmp" &&
exec chroot --userspec="$2" "$1" env -i HOME="$3" PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8 sh -c "cd && cd outharbor && $4"`;

function startIn(root: string, user: User, command: string): ChildProcess {
  const [ids, home] = user === 'root' ? ['0:0', '/root'] : [`${UID}:${UID}`, HOME];
  const alone = ['--mount', '--pid', '--fork', '--kill-child'];
  return spawn('unshare', [...alone, 'sh', '-c', ENTER, 'sh', root, ids, home, command], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
