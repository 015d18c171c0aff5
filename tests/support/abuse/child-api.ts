import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endProcess } from '@outharbor/emulator-kit/end-process';
import { API_ENTRY } from '../../../scripts/builds.ts';
import { imageNodeOptions } from '../../../scripts/image-node-options.ts';
import { PATIENT_API } from '../patient-api.ts';
import { WEBHOOK_SECRET } from './webhook-courier.ts';
import type { World } from './world.ts';

export type ChildApi = Awaited<ReturnType<typeof startChildApi>>;

/** Starts the bundled API, as its image does, as a child process, against a world's emulators and proxies. */
export async function startChildApi(world: World, variables: Record<string, string> = {}) {
  const child = forkApi(world, variables);
  const output = collect(child);
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the API ended: ${output()}`);
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ readonly ready: string }];
  ended.catch(() => undefined);
  return {
    url: message.ready,
    process: child,
    /** Everything written to standard output and error so far. */
    output,
    /** Sends a signal and resolves with the exit code, or null if the signal was not handled. */
    async end(signal: NodeJS.Signals) {
      await endProcess(child, signal);
      return child.exitCode;
    },
  };
}

export function forkApi(world: World, variables: Record<string, string> = {}): ChildProcess {
  return fork(API_ENTRY, {
    env: { ...inherited(), ...childEnvironment(world), ...variables },
    execArgv: [],
    silent: true,
  });
}

export function childEnvironment({ config, issuer }: World): Record<string, string> {
  return {
    ...PATIENT_API,
    PUBLIC_URL: config.publicUrl,
    PORT: '0',
    FIREBASE_PROJECT_ID: config.firebase.projectId,
    FIREBASE_DATABASE_URL: config.firebase.databaseUrl,
    FIREBASE_AUTH_EMULATOR_HOST: issuer.authority,
    STRIPE_SECRET_KEY: config.stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_URL: config.stripe.apiUrl ?? '',
    RATE_LIMIT_PER_MINUTE: '1000000',
    RECONCILE_INTERVAL_SECONDS: '0',
    NODE_OPTIONS: imageNodeOptions(),
  };
}

/** Loading from the run's compile cache halves the time that a start takes. */
function inherited(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE };
}

/** Runs a program of the repository until it exits. */
export async function runProgram(
  file: string,
  env: Record<string, string>,
  args: readonly string[] = [],
): Promise<{ readonly code: number | null; readonly output: string }> {
  const program = fileURLToPath(new URL(`../../../${file}`, import.meta.url));
  const child = spawn(process.execPath, [program, ...args], { env: { ...inherited(), ...env } });
  const output = collect(child);
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output: output() };
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
  }
  return () => text;
}
