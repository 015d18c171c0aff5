import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startApiProcess } from './api-process.ts';

const PROGRAM = `import { createServer } from 'node:http';
createServer((_request, response) => response.end()).listen(process.env.PORT, '127.0.0.1', () => process.send('ready'));`;

it('takes another port if a program takes the free one first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'api-process-'));
  const entry = join(folder, 'program.mjs');
  await writeFile(entry, PROGRAM);
  const other = createServer();
  const ports: number[] = [];
  const environment = (port: number) => {
    if (ports.length === 0) other.listen(port, '127.0.0.1');
    ports.push(port);
    return { ...process.env, PORT: String(port) };
  };
  const api = await startApiProcess({ entry, environment, onOutput: () => undefined });
  try {
    expect(ports).toHaveLength(2);
    expect(new URL(api.url).port).toBe(String(ports[1]));
    expect((await fetch(api.url)).status).toBe(200);
  } finally {
    await api.close();
    await once(other.close(), 'close');
    await rm(folder, { recursive: true });
  }
});
