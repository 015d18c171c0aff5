import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { ROOT, succeeds } from './step.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface TestRun {
  /** Vitest project names; a leading `!` excludes a project. */
  readonly projects: readonly string[];
  /** Browser path, for projects that need one. */
  readonly chromium?: string;
}

interface VitestResults {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly FileResult[];
}

interface FileResult {
  readonly name: string;
  readonly status: string;
  /** Milliseconds since the epoch. */
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly TestResult[];
}

interface TestResult {
  readonly status: string;
  readonly fullName: string;
  /** Messages of every failed attempt, including those of tests that passed on a retry. */
  readonly failureMessages?: readonly string[] | null;
}

/** Runs the vitest projects. A test file that fails to load counts as one failure. */
export async function runTests(run: TestRun): Promise<Counts> {
  const results = await mkdtemp(join(tmpdir(), 'test-results-'));
  try {
    return await countedRun(run, join(results, 'results.json'));
  } finally {
    await rm(results, { recursive: true });
  }
}

/** The last line of a test run; `.ci/run` parses it. */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

async function countedRun({ projects, chromium }: TestRun, resultsFile: string): Promise<Counts> {
  const named = projects.flatMap((name) => ['--project', name]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile}`];
  const environment = { ...process.env, ...(chromium !== undefined && { CHROMIUM_PATH: chromium }) };
  const succeeded = await succeeds('vitest', ['run', ...named, ...reporters], environment);
  const results = JSON.parse(await readFile(resultsFile, 'utf8')) as VitestResults;
  const brokenFiles = results.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  ).length;
  const failed = results.numFailedTests + brokenFiles;
  console.log(slowestFiles(results.testResults));
  for (const line of retriedTests(results.testResults)) console.log(line);
  return {
    passed: results.numPassedTests,
    // An error outside any test still fails the run.
    failed: failed === 0 && !succeeded ? 1 : failed,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

const SHOWN_FILES = 12;

function slowestFiles(files: readonly FileResult[]): string {
  const seconds = ({ startTime, endTime }: FileResult) => Math.round((endTime - startTime) / 1000);
  const slowest = files.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, SHOWN_FILES);
  const lines = slowest.map((file) => `${`${seconds(file)} s`.padStart(7)}  ${relative(ROOT, file.name)}`);
  return ['Slowest test files:', ...lines].join('\n');
}

/** Failures of tests that passed on a retry, which the reporter omits. */
function retriedTests(files: readonly FileResult[]): string[] {
  return files
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length)
    .map(({ fullName, failureMessages }) => `Passed on retry: ${fullName}\n${failureMessages?.join('\n')}`);
}

/** Counts the tests of a vitest project without running them. */
export async function countTests(project: string): Promise<number> {
  // Static parsing misses suites declared by functions.
  const args = ['list', '--no-static-parse', '--project', project, '--json'];
  const { stdout } = await promisify(execFile)('vitest', args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  return (JSON.parse(stdout.slice(stdout.indexOf('['))) as unknown[]).length;
}
