import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Closable } from '@outharbor/emulator-kit/closing';
import { endProcess } from '@outharbor/emulator-kit/end-process';
import { explain } from '@outharbor/emulator-kit/explain';
import { listAddresses } from '../command/list-addresses.ts';
import { realNamesOfNode } from '../https/client-variables.ts';
import type { Emulators } from '../start-emulators.ts';

const COMMAND_NOT_FOUND = 127;
const SIGNAL_STATUS = 128;

/** A text for a shell, or a program with its arguments. */
export type Script = string | readonly string[];

/** Runs the script, closes what it needed, and ends this process with the script's status. */
export function runScript(
  script: Script,
  environment: NodeJS.ProcessEnv,
  { close, warn }: Closable & { warn(message: string): void },
): Closable {
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

/** The variables that SDKs and tools read, for the running emulators, added to those of `own`. */
export function scriptEnvironment(
  emulators: Emulators,
  { projectId, hubUrl }: { readonly projectId: string; readonly hubUrl: string | undefined },
  own: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const { stripe, identity, database, scheduling, https } = emulators;
  return {
    // As firebase-tools does.
    FIREBASE_CONFIG: JSON.stringify({
      projectId,
      storageBucket: `${projectId}.appspot.com`,
      databaseURL: `https://${projectId}.firebaseio.com`,
    }),
    ...own,
    GCLOUD_PROJECT: projectId,
    ...(hubUrl !== undefined && { FIREBASE_EMULATOR_HUB: new URL(hubUrl).host }),
    EMULATORS: JSON.stringify(listAddresses(emulators)),
    ...(identity && { FIREBASE_AUTH_EMULATOR_HOST: identity.authority }),
    ...(database && { FIREBASE_DATABASE_EMULATOR_HOST: new URL(database.url).host }),
    ...(stripe && {
      STRIPE_URL: stripe.url,
      STRIPE_CONTROL_URL: stripe.controlUrl,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_API_KEY: stripe.secretKey,
    }),
    ...(scheduling && { SCHEDULING_URL: scheduling.url, SCHEDULING_API_TOKEN: scheduling.apiToken }),
    ...(https && {
      NODE_EXTRA_CA_CERTS: https.trustFile,
      SSL_CERT_FILE: https.trustFile,
      REQUESTS_CA_BUNDLE: https.trustFile,
    }),
    ...(https?.realNames && realNamesOfNode(https.realNames, own)),
  };
}
