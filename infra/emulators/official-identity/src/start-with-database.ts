import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endProcess } from '../../kit/src/end-process.ts';

/** The program of the containers. The children also read HOST, RULES_FILE and FIREBASE_PROJECT_ID. */
const { AUTH_PORT = '9099', DATABASE_PORT = '9000', DATABASE_CONTROL_PORT = '9001', DATA_DIR } = process.env;

const children = [
  start('official-identity/src/command-line.ts', { PORT: AUTH_PORT }),
  start('database/bin/database-emulator.mjs', {
    PORT: DATABASE_PORT,
    CONTROL_PORT: DATABASE_CONTROL_PORT,
    IDENTITY_URL: `http://127.0.0.1:${AUTH_PORT}`,
    // Used by the API and the console; the front door strips it from public requests.
    ALLOW_OWNER: 'true',
  }),
];

const endAll = (signal?: NodeJS.Signals) => Promise.all(children.map((child) => endProcess(child, signal)));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void endAll(signal));

// If one exits, the other is stopped too, so that the container restarts as a whole.
await Promise.race(children.map((child) => once(child, 'exit')));
await endAll();
process.exitCode = children.some(({ exitCode }) => exitCode !== 0) ? 1 : 0;

function start(entry: string, environment: Readonly<Record<string, string>>): ChildProcess {
  const [name] = entry.split('/');
  const dataDir = DATA_DIR === undefined ? {} : { DATA_DIR: `${DATA_DIR}/${name}` };
  return fork(fileURLToPath(new URL(`../../${entry}`, import.meta.url)), {
    env: { ...process.env, ...environment, ...dataDir },
    execArgv: [],
  });
}
