import { execFile } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { parseArgs, promisify } from 'node:util';
import { countsLine, runTests } from './test-run.ts';

const run = promisify(execFile);

/** The kinds whose manifests the API server checks, by the definitions that a cluster may lack. */
const DEFINITIONS = [
  'httproutes.gateway.networking.k8s.io',
  'podmonitors.monitoring.coreos.com',
  'prometheusrules.monitoring.coreos.com',
  'externalsecrets.external-secrets.io',
];

const kubectl = async (...args: readonly string[]) => {
  const { stdout } = await run('kubectl', ['--request-timeout=10s', ...args]);
  return stdout.trim();
};

/** The current context, once it is known to have what the tests need. Throws an error that says what is missing. */
async function findContext(): Promise<string> {
  const context = await kubectl('config', 'current-context').catch((cause: unknown) => {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = isMissing ? 'kubectl is not installed' : 'kubectl has no current context';
    throw new Error(`${reason}. docs/scaling.md says how .ci/cluster makes a cluster here.`, { cause });
  });
  const known = await kubectl('get', 'crd', '-o', 'name').catch((cause: unknown) => {
    throw new Error(`The cluster of the context ${context} does not answer.`, { cause });
  });
  const missing = DEFINITIONS.filter((name) => !known.includes(name));
  if (missing.length > 0) throw new Error(`The cluster of ${context} lacks ${missing.join(', ')}.`);
  return context;
}

/** A cluster may be somebody's production, so a person confirms it. */
async function confirm(context: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface(process.stdin, process.stdout);
  const answer = await terminal.question(`Run the tests on the cluster of the context ${context}? [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer);
}

/** Tests the manifests on the cluster of the current context. The last line has the test counts. */
try {
  const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false } } });
  const context = await findContext();
  if (!values.yes && !(await confirm(context))) {
    throw new Error(`Nothing was run on ${context}: -- --yes confirms it.`);
  }
  const counts = await runTests(['cluster']);
  console.log(countsLine(counts));
  process.exitCode = counts.failed === 0 ? 0 : 1;
} catch (error) {
  console.error(`npm run cluster: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
