import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installedChromium } from './chromium-path.ts';
import { hasStripeMock } from './stripe/stripe-mock-binary.ts';

/** Something that a machine may lack. Tests that need it have its name as a tag. */
interface Need {
  /** The tests that are skipped without it. */
  readonly tests: string;
  readonly remedy: string;
  isMet(): boolean;
}

/** Whether the command exits with 0. */
const succeeds = (command: string, ...args: readonly string[]) => {
  try {
    execFileSync(command, args, { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
};
const exist = (...paths: readonly string[]) => paths.every((path) => existsSync(path));

const OFFICIAL_IDENTITY = fileURLToPath(
  new URL('../../official-identity/node_modules/.package-lock.json', import.meta.url),
);

const NEEDS = {
  alertmanager: {
    tests: 'monitoring',
    remedy: 'run as root: apt-get install prometheus prometheus-alertmanager',
    isMet: () =>
      process.getuid?.() === 0 &&
      succeeds('prometheus', '--version') &&
      succeeds('prometheus-alertmanager', '--version'),
  },
  'bare-machine': {
    tests: 'bare machine',
    remedy: 'run as root: apt-get install mmdebstrap',
    isMet: () => process.getuid?.() === 0 && succeeds('mmdebstrap', '--version'),
  },
  // The version also fails if shared libraries are missing.
  chromium: {
    tests: 'browser',
    remedy: 'apt-get install chromium fonts-liberation',
    isMet: () => succeeds(installedChromium() ?? 'chromium', '--version'),
  },
  curl: { tests: 'shell', remedy: 'apt-get install curl', isMet: () => succeeds('curl', '--version') },
  docker: {
    tests: 'container',
    remedy: 'start a Docker engine with Compose',
    isMet: () => succeeds('docker', 'version') && succeeds('docker', 'compose', 'version'),
  },
  git: {
    tests: 'git',
    remedy: 'clone the repository with git',
    isMet: () => succeeds('git', 'rev-parse', 'HEAD'),
  },
  go: { tests: 'Go', remedy: 'install Go', isMet: () => succeeds('go', 'version') },
  java: {
    tests: 'Java',
    remedy: 'apt-get install maven default-jdk-headless',
    isMet: () => succeeds('mvn', '-v') && succeeds('javac', '-version'),
  },
  'network-namespace': {
    tests: 'CI job',
    remedy: 'run as root on Linux: apt-get install iproute2',
    isMet: () => succeeds('unshare', '--net', 'ip', 'link', 'set', 'lo', 'up'),
  },
  nss: {
    tests: 'browser trust',
    remedy: 'apt-get install libnss3-tools firefox-esr',
    isMet: () => exist('/usr/bin/certutil') && succeeds('firefox', '--version'),
  },
  npm: { tests: 'JavaScript example', remedy: 'install npm', isMet: () => succeeds('npm', '--version') },
  'official-identity': {
    tests: 'official Auth emulator',
    remedy: 'npm ci --ignore-scripts --prefix infra/emulators/official-identity',
    isMet: () => exist(OFFICIAL_IDENTITY),
  },
  promtool: {
    tests: 'alert',
    remedy: 'apt-get install prometheus',
    isMet: () => succeeds('promtool', '--version'),
  },
  python: {
    tests: 'Python',
    remedy: 'apt-get install python3-venv',
    isMet: () => succeeds('python3', '-c', 'import venv, ensurepip'),
  },
  redis: {
    tests: 'shared rate limit',
    remedy: 'apt-get install redis-server',
    isMet: () => exist('/usr/bin/redis-server'),
  },
  root: { tests: 'file owner', remedy: 'run as root', isMet: () => process.getuid?.() === 0 },
  'stripe-mock': {
    tests: 'stripe-mock comparison',
    remedy: 'install Go, which builds it',
    isMet: hasStripeMock,
  },
  webkit: {
    tests: 'WebKit',
    remedy: 'apt-get install gir1.2-webkit2-4.1 python3-gi webkit2gtk-driver xvfb',
    isMet: () => exist('/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb', '/usr/lib/python3/dist-packages/gi'),
  },
} as const satisfies Readonly<Record<string, Need>>;

export type NeedName = keyof typeof NEEDS;

export const NEED_NAMES = Object.keys(NEEDS) as NeedName[];

/** What this machine lacks. With CI=true nothing may be skipped, so its tests run and fail. */
export function missingNeeds(): NeedName[] {
  if (process.env.CI === 'true') return [];
  // The processes that run the tests inherit the answer.
  process.env.MISSING_NEEDS ??= NEED_NAMES.filter((name) => !NEEDS[name].isMet()).join(' ');
  return NEED_NAMES.filter((name) => process.env.MISSING_NEEDS?.split(' ').includes(name));
}

export const isMissing = (name: NeedName): boolean => missingNeeds().includes(name);

/** One line for each group of skipped tests, such as `skipped: 26 alert tests (promtool: …)`. */
export function skippedGroups(lacking: readonly NeedName[]): string[] {
  return [...Map.groupBy(lacking, (name) => name)].map(
    ([name, { length }]) =>
      `skipped: ${length} ${NEEDS[name].tests} ${length === 1 ? 'test' : 'tests'} (${name}: ${NEEDS[name].remedy})`,
  );
}
