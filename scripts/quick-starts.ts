import { succeeds } from './step.ts';

const TESTS = ['--project', 'packages', '--testNamePattern', 'quick start'];

process.exitCode = (await succeeds('vitest', ['run', ...TESTS])) ? 0 : 1;
