import { succeeds } from './step.ts';

const TESTS = ['--project', 'packages', 'tests/packages/quick-starts.test.ts'];

process.exitCode = (await succeeds('vitest', ['run', ...TESTS])) ? 0 : 1;
