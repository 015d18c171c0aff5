// Runs `scripts/<verb>.ts` with the pinned Node, installing first what the lockfile asks for.
// Plain JavaScript without dependencies: on a fresh clone this runs on whatever Node the machine has.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const OLDEST_NODE = 18;
const root = fileURLToPath(new URL('..', import.meta.url));
const [, , verb, ...args] = process.argv;
const script = join(root, 'scripts', `${verb}.ts`);

function stop(message) {
  console.error(message);
  process.exit(1);
}

function lockedPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

/** The first package of the lockfile that is not installed in its version; what is optional may be absent. */
function firstMissing() {
  const installed = lockedPackages(join(root, 'node_modules', '.package-lock.json'));
  const wanted = lockedPackages(join(root, 'package-lock.json'));
  return Object.keys(wanted).find((path) => {
    const { version, link, optional } = wanted[path];
    if (!path.includes('node_modules/') || link) return false;
    return installed[path] ? installed[path].version !== version : !optional;
  });
}

function install() {
  console.log('Installing dependencies …');
  const fresh = !existsSync(join(root, 'node_modules'));
  const npm = process.env.npm_execpath;
  const command = fresh ? ['ci'] : ['install', '--no-save'];
  const run = npm ? [process.execPath, [npm, ...command]] : ['npm', command];
  // What builds and tests is needed here even where the shell says NODE_ENV=production.
  const options = [...run[1], '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stdout, stderr, error } = spawnSync(run[0], options, { cwd: root, encoding: 'utf8' });
  if (status !== 0)
    stop(`npm could not install the dependencies:\n${error ? error.message : stdout + stderr}`);
}

function runWithPinnedNode() {
  const child = spawn(node, [script, ...args], { stdio: 'inherit' });
  // A signal from a terminal reaches the child as well; one sent to this process alone has to be passed on.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('error', (error) => stop(`The pinned Node cannot run on this machine: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  stop(`Node ${process.versions.node} is too old to start with: install Node ${OLDEST_NODE} or newer.`);
}
if (!verb || !existsSync(script)) stop(`There is no script for '${verb}'.`);
process.chdir(root);
process.env.STARTED_AT ??= String(performance.timeOrigin);
if (firstMissing()) install();

const { version } = JSON.parse(readFileSync(join(root, 'node_modules', 'node', 'package.json'), 'utf8'));
const node = join(root, 'node_modules', '.bin', 'node');
process.env.PATH = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`;
// What this process and those that it starts compile is kept: it halves the time to a running stack.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'node');
process.argv.splice(1, 2, script);
if (process.versions.node !== version) {
  runWithPinnedNode();
} else {
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  await import(pathToFileURL(script));
}
