import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { JsonAssertionResult, JsonTestResult, JsonTestResults } from 'vitest/node';
import { missingNeeds, type NeedName } from '../infra/emulators/tests/support/needs.ts';
import { ROOT, succeeds } from './step.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface TestResults extends Counts {
  /** What the machine lacks, once for each test that was skipped for it. */
  readonly lacking: readonly NeedName[];
}

/**
 * Runs vitest projects; a leading `!` excludes one. A test file that fails to load counts as one failure.
 */
export async function runTests(projects: readonly string[]): Promise<TestResults> {
  const results = await mkdtemp(join(tmpdir(), 'test-results-'));
  try {
    return await countedRun(projects, join(results, 'results.json'));
  } finally {
    await rm(results, { recursive: true });
  }
}

/** The last line of a test run; `.ci/run` parses it. */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

async function countedRun(projects: readonly string[], resultsFile: string): Promise<TestResults> {
  const named = projects.flatMap((name) => ['--project', name]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile}`];
  const succeeded = await succeeds('vitest', ['run', ...named, ...reporters]);
  const results = JSON.parse(await readFile(resultsFile, 'utf8')) as JsonTestResults;
  const brokenFiles = results.testResults.filter(isBroken).length;
  const failed = results.numFailedTests + brokenFiles;
  console.log(slowestFiles(results.testResults));
  for (const line of retriedTests(results.testResults)) console.log(line);
  for (const line of failedTests(results.testResults)) console.log(line);
  const failedOutside = failed === 0 && !succeeded;
  if (failedOutside) console.log('Failed: an error outside any test, see "Unhandled Errors" above');
  return {
    passed: results.numPassedTests,
    failed: failedOutside ? 1 : failed,
    skipped: results.numPendingTests + results.numTodoTests,
    lacking: results.testResults.flatMap(({ assertionResults }) => assertionResults.flatMap(lackedBy)),
  };
}

function lackedBy({ status, tags, meta }: JsonAssertionResult): NeedName[] {
  if (status !== 'skipped' && status !== 'pending') return [];
  const lacks = meta.lacks ?? missingNeeds().find((name) => tags.includes(name));
  return lacks === undefined ? [] : [lacks];
}

const SHOWN_FILES = 12;

function slowestFiles(files: readonly JsonTestResult[]): string {
  const seconds = ({ startTime, endTime }: JsonTestResult) => Math.round((endTime - startTime) / 1000);
  const slowest = files.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, SHOWN_FILES);
  const lines = slowest.map((file) => `${`${seconds(file)} s`.padStart(7)}  ${relative(ROOT, file.name)}`);
  return ['Slowest test files:', ...lines].join('\n');
}

/** Failures of tests that passed on a retry, which the reporter omits. */
function retriedTests(files: readonly JsonTestResult[]): string[] {
  return files
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length)
    .map(({ fullName, failureMessages }) => `Passed on retry: ${fullName}\n${failureMessages?.join('\n')}`);
}

/** Repeats the names after a thousand lines of output; `.ci/run` does so at its end. */
function failedTests(files: readonly JsonTestResult[]): string[] {
  return files.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    const names = isBroken(file) ? [`not run: ${file.message}`] : failed.map(({ fullName }) => fullName);
    return names.map((name) => `Failed: ${relative(ROOT, file.name)}: ${name}`);
  });
}

function isBroken({ status, assertionResults }: JsonTestResult): boolean {
  return status === 'failed' && !assertionResults.some((result) => result.status === 'failed');
}
