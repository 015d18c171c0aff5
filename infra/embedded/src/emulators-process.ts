import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endProcess } from '@outharbor/emulator-kit/end-process';
import { inheritedEnvironment } from './api-environment.ts';
import type { EmulatorAddresses, EmulatorSettings } from './emulators-program.ts';

const PROGRAM = fileURLToPath(new URL('./emulators-program.ts', import.meta.url));

/** Runs the emulators in a process of their own. */
export async function startEmulatorsProcess(settings: EmulatorSettings) {
  let { child, addresses } = await launch(settings);
  return {
    /** Unchanged by restarts. */
    addresses,
    /** Starts them again from their sources, with their state and addresses. */
    restart: async () => {
      await endProcess(child);
      ({ child } = await launch({ ...settings, addresses }));
    },
    close: () => endProcess(child),
  };
}

async function launch(settings: EmulatorSettings) {
  const child = fork(PROGRAM, [JSON.stringify(settings)], {
    env: inheritedEnvironment(),
    execArgv: [],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr?.pipe(process.stderr);
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  try {
    const [addresses] = (await once(child, 'message', { signal: ended.signal })) as [EmulatorAddresses];
    return { child, addresses };
  } catch (cause) {
    throw new Error(`The emulators did not start. ${output.trim()}`, { cause });
  }
}
