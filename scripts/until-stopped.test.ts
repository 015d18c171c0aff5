import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const MODULE = new URL('./until-stopped.ts', import.meta.url).href;
const WAIT = `
  const { runUntilStopped } = await import('${MODULE}');
  await runUntilStopped('test', async () => {
    // Unreferenced, so that the timer does not keep the process alive.
    setTimeout(() => console.log('alive'), 100).unref();
    return { close: async () => console.log('closed') };
  });
`;

it('keeps an idle process alive until a signal arrives, then closes and exits cleanly', async () => {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', WAIT];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    if (output === 'alive\n') child.kill('SIGTERM');
  });
  const [code, signal] = await once(child, 'close');
  expect({ code, signal, output }).toEqual({ code: 0, signal: null, output: 'alive\nStopping …\nclosed\n' });
});
