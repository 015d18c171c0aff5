import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { endProcess } from '@outharbor/emulator-kit/end-process';
import { explain } from '@outharbor/emulator-kit/explain';

const COMMAND_NOT_FOUND = 127;
const SIGNAL_STATUS = 128;

/** A text for a shell, or a program with its arguments. */
export type Script = string | readonly string[];

/** Runs the script, closes what it needed, and ends this process with the script's status. */
export function runScript(
  script: Script,
  environment: NodeJS.ProcessEnv,
  { close, warn }: { close(): Promise<void>; warn(message: string): void },
): { close(): Promise<void> } {
  // With a terminal, the script stays in the foreground; otherwise signals reach all that it starts.
  const ownGroup = process.platform !== 'win32' && !process.stdin.isTTY;
  const child = start(script, { stdio: 'inherit', env: environment, detached: ownGroup });
  const ended = new Promise<number>((resolve) => {
    child.once('error', (error) => {
      warn(explain(error));
      resolve(COMMAND_NOT_FOUND);
    });
    child.once('exit', (code, signal) =>
      resolve(code ?? SIGNAL_STATUS + (signal ? constants.signals[signal] : 0)),
    );
  });
  const closed = ended.then(async (status) => {
    process.exitCode = status;
    if (ownGroup) signalGroup(child);
    await close();
  });
  const failed = (error: unknown) => {
    warn(explain(error));
    process.exitCode ||= 1;
  };
  void closed.catch(failed).finally(() => process.exit());
  return {
    close: async () => {
      if (ownGroup) signalGroup(child);
      await endProcess(child);
      await closed;
    },
  };
}

function start(script: Script, options: object): ChildProcess {
  if (typeof script === 'string') return spawn(script, { ...options, shell: true });
  const [program = '', ...args] = script;
  // On Windows npm and others are scripts of the shell.
  return spawn(program, args, { ...options, shell: process.platform === 'win32' });
}

/** Ends what the script has left running. */
function signalGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
