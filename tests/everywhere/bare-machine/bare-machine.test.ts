// @module-tag bare-machine
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BareMachine, createBareMachine, type User } from './bare-machine.ts';

interface Case {
  readonly node: string;
  /** Root may install packages. */
  readonly user: User;
}

/** Runs of a quarter of an hour each, so not every Node.js runs all tests: `npm start` differs more. */
const MACHINES: readonly (Case & { readonly runsTests: boolean })[] = [
  { node: '18.20.8', user: 'agency', runsTests: false },
  { node: '20.20.2', user: 'root', runsTests: true },
  { node: '22.23.3', user: 'agency', runsTests: true },
  { node: '24.21.0', user: 'root', runsTests: false },
];

/** Collects what a command prints. Resolves with `until`'s match, or with the exit code at the end. */
function watch(child: ChildProcess, until?: RegExp): Promise<{ output: string; code: number | null }> {
  return new Promise((resolve) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (until?.test(output)) resolve({ output, code: null });
      });
    }
    child.once('close', (code) => resolve({ output, code }));
  });
}

describe.each(MACHINES)(
  'on a machine with nothing but Node.js $node and npm, $user',
  ({ node, user, runsTests }) => {
    let machine: BareMachine;
    beforeAll(async () => {
      machine = await createBareMachine(node);
    });
    afterAll(() => machine?.remove());

    it('npm start installs what it needs and serves the site', async () => {
      const started = machine.start(user, 'PORT=0 CONSOLE_PORT=0 npm start');
      const ended = once(started, 'close');
      try {
        const { output } = await watch(started, /ready at http:\S+ /);
        const [, url = `The command ended: ${output}`] = /ready at (http:\S+) /.exec(output) ?? [];
        expect(await (await fetch(url)).text()).toContain('</html>');
      } finally {
        // Ctrl-C also signals the group.
        if (started.pid !== undefined) process.kill(-started.pid, 'SIGINT');
        await ended;
      }
    });

    if (!runsTests) return;
    it('npm test is green, and says what it has skipped and why', async () => {
      const { output, code } = await watch(machine.start(user, 'npm test'));
      const lines = output.trimEnd().split('\n');
      expect(lines.at(-1), lines.slice(-200).join('\n')).toMatch(/^\d+ passed, 0 failed, \d+ skipped$/);
      expect(code).toBe(0);
      expect(output).toMatch(/^skipped: \d+ container tests \(docker: .+\)$/m);
      expect(output).toMatch(/^skipped: \d+ alert tests \(promtool: apt-get install prometheus\)$/m);
    });
  },
);
