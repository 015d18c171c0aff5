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
  /** Names of vitest projects, or with `!` in front of those that are left out. */
  readonly projects: readonly string[];
  /** Path of the browser, for projects that need one. */
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
  /** Of every attempt that failed, also where the last one passed. */
  readonly failureMessages?: readonly string[] | null;
}

/** Runs vitest over the projects; a test file that cannot be run counts as one failure. */
export async function runTests(run: TestRun): Promise<Counts> {
  const results = await mkdtemp(join(tmpdir(), 'test-results-'));
  try {
    return await countedRun(run, join(results, 'results.json'));
  } finally {
    await rm(results, { recursive: true });
  }
}

/** The last line of a run, which `.ci/run` adds up. */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

async function countedRun({ projects, chromium }: TestRun, resultsFile: string): Promise<Counts> {
  const named = projects.flatMap((name) => ['--project', name]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile}`];
  const environment = { ...process.env, ...(chromium !== undefined && { CHROMIUM_PATH: chromium }) };
  const succeeded = await succeeds('vitest', ['run', ...named, ...reporters], environment);
  const results = JSON.parse(await readFile(resultsFile, 'utf8')) as VitestResults;
  const broken = results.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  ).length;
  const failed = results.numFailedTests + broken;
  console.log(slowestFiles(results.testResults));
  for (const line of firstAttempts(results.testResults)) console.log(line);
  return {
    passed: results.numPassedTests,
    // An error outside of every test fails the run all the same.
    failed: failed === 0 && !succeeded ? 1 : failed,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

const SHOWN_FILES = 12;

/** Where the time of a run goes, for whoever wants to shorten it. */
function slowestFiles(files: readonly FileResult[]): string {
  const seconds = ({ startTime, endTime }: FileResult) => Math.round((endTime - startTime) / 1000);
  const slowest = files.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, SHOWN_FILES);
  const lines = slowest.map((file) => `${`${seconds(file)} s`.padStart(7)}  ${relative(ROOT, file.name)}`);
  return ['The slowest test files:', ...lines].join('\n');
}

/** Why tests that passed needed a second attempt, which the reporter does not say. */
function firstAttempts(files: readonly FileResult[]): string[] {
  return files
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length)
    .map(
      ({ fullName, failureMessages }) =>
        `Passed at its second attempt: ${fullName}\n${failureMessages?.join('\n')}`,
    );
}

/** How many tests a vitest project has, without running them. */
export async function countTests(project: string): Promise<number> {
  // Suites that a function declares are only seen when the file is run.
  const args = ['list', '--no-static-parse', '--project', project, '--json'];
  const { stdout } = await promisify(execFile)('vitest', args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  return (JSON.parse(stdout.slice(stdout.indexOf('['))) as unknown[]).length;
}
