import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Auth (the official emulator, behind our signing layer) and database as one service, like the project that they
 * belong to. The database believes the tokens of this Auth alone. Environment: HOST, AUTH_PORT,
 * DATABASE_PORT, DATABASE_CONTROL_PORT, DATA_DIR (optional), RULES_FILE, FIREBASE_PROJECT_ID.
 */
const { AUTH_PORT = '9099', DATABASE_PORT = '9000', DATABASE_CONTROL_PORT = '9001', DATA_DIR } = process.env;

const children = [
  start('official-identity/src/command-line.ts', { PORT: AUTH_PORT }),
  start('database/bin/database-emulator.mjs', {
    PORT: DATABASE_PORT,
    CONTROL_PORT: DATABASE_CONTROL_PORT,
    IDENTITY_URL: `http://127.0.0.1:${AUTH_PORT}`,
    // The API's and the console's way in; the front door lets nobody else say it.
    ALLOW_OWNER: 'true',
  }),
];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => endAll(signal));

// Half a Firebase is none: when one ends, the other does, and the container starts again as a whole.
await Promise.race(children.map((child) => once(child, 'exit')));
endAll('SIGTERM');
await Promise.all(children.map(ended));
process.exitCode = children.some(({ exitCode }) => exitCode !== 0) ? 1 : 0;

function start(entry: string, environment: Readonly<Record<string, string>>): ChildProcess {
  const [name] = entry.split('/');
  const dataDir = DATA_DIR === undefined ? {} : { DATA_DIR: `${DATA_DIR}/${name}` };
  return fork(fileURLToPath(new URL(`../${entry}`, import.meta.url)), {
    env: { ...process.env, ...environment, ...dataDir },
    execArgv: [],
  });
}

function endAll(signal: NodeJS.Signals): void {
  for (const child of children) if (child.exitCode === null) child.kill(signal);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
