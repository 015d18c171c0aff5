import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { egressLog, watchedNodeOptions } from './egress-log.ts';
import { testFolder } from './test-folder.ts';

const run = promisify(execFile);

async function listAttempts(program: string): Promise<string[]> {
  const log = egressLog(join(await testFolder(), 'log'));
  const NODE_OPTIONS = watchedNodeOptions(log.file);
  await run(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, NODE_OPTIONS },
  });
  return log.attempts();
}

it('keeps existing options and adds its own only once', () => {
  const first = watchedNodeOptions('first.log', '--no-warnings');
  const second = watchedNodeOptions('second.log', first);
  expect(second.split(' ')).toEqual(['--no-warnings', expect.stringContaining('second.log')]);
});

describe('a watched process', () => {
  // 203.0.113.0/24 and .invalid are reserved, so nothing answers there.
  it.each([
    ['fetch', `await fetch('http://203.0.113.1/').catch(() => {})`],
    ['fetch by name', `await fetch('https://api.stripe.invalid/').catch(() => {})`],
    ['node:https', `(await import('node:https')).get('https://203.0.113.1/').on('error', () => {})`],
    ['node:net', `(await import('node:net')).connect(443, '203.0.113.1').on('error', () => {})`],
    [
      'node:tls',
      `(await import('node:tls')).connect({ port: 443, host: '203.0.113.1' }).on('error', () => {})`,
    ],
    ['WebSocket', `new WebSocket('wss://203.0.113.1/').addEventListener('error', () => {})`],
    [
      'a child process',
      `(await import('node:child_process')).execFileSync(process.execPath,
      ['-e', "fetch('http://203.0.113.1/').catch(() => {})"])`,
    ],
  ])('is caught when it uses %s', async (_, program) => {
    expect(await listAttempts(program)).toHaveLength(1);
  });

  it('may connect to this machine', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n')).listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const program = `for (const host of ['127.0.0.1', 'localhost', '[::1]']) await fetch('http://' + host + ':${port}/')`;
    expect(await listAttempts(program)).toEqual([]);
    server.close();
  });
});
