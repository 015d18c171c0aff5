import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const MODULE = new URL('./until-stopped.ts', import.meta.url).href;
const WAIT = `
  const { stopSignal, untilStopped } = await import('${MODULE}');
  const signal = stopSignal();
  // A timer that keeps nothing alive.
  setTimeout(() => console.log('alive'), 100).unref();
  await untilStopped(signal);
  console.log('stopped');
`;

it('a process that has nothing else to do lives until a signal comes, and ends in order', async () => {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', WAIT];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    if (output === 'alive\n') child.kill('SIGTERM');
  });
  const [code, signal] = await once(child, 'close');
  expect({ code, signal, output }).toEqual({ code: 0, signal: null, output: 'alive\nstopped\n' });
});
