import { succeeds } from './step.ts';

process.exitCode = (await succeeds('vitest', ['run', '--project', 'quick-starts'])) ? 0 : 1;
