import { spawn } from 'node:child_process';
import { endProcess } from '@outharbor/emulator-kit/end-process';
import { freePort } from '@outharbor/emulator-kit/free-port';

const BINARY = '/usr/bin/redis-server';

export type RedisServer = Awaited<ReturnType<typeof startRedisServer>>;

/** Starts a Redis without persistence. `end` kills it and `begin` starts an empty one on the same port. */
export async function startRedisServer() {
  const port = await freePort('127.0.0.1');
  let server = await launch(port);
  return {
    url: `redis://127.0.0.1:${port}`,
    end: () => endProcess(server, 'SIGKILL'),
    async begin(): Promise<void> {
      server = await launch(port);
    },
  };
}

async function launch(port: number) {
  const given = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn(BINARY, given, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (output.includes('Ready to accept connections')) break;
  }
  server.stdout.resume();
  if (server.exitCode !== null) throw new Error(`redis-server ended: ${output}`);
  return server;
}
