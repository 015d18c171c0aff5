import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { EMULATED_PATHS } from '@outharbor/contract/paths';
import { NEXT } from '@outharbor/contract/testing/plans';
import { Closing } from '@outharbor/embedded/closing';
import { eventType } from '@outharbor/embedded/product/discovery-session';
import { endProcess } from '@outharbor/emulator-kit/end-process';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../infra/emulators/tests/support/temporary-folder.ts';
import { newPerson } from '../support/people.ts';
import { registerVisitor } from '../support/sdk-visitor.ts';

const BOOTSTRAP = fileURLToPath(new URL('../../scripts/bootstrap.mjs', import.meta.url));

const closing = new Closing();
afterAll(() => closing.close());

/** Reads the URLs of the site and the console, which are printed when the stack is ready. */
async function addressesIn(lines: AsyncIterable<string>): Promise<[url: string, consoleUrl: string]> {
  const output: string[] = [];
  const addresses = () => output.flatMap((line) => /at (http:\S+)/.exec(line)?.[1] ?? []);
  for await (const line of lines) {
    output.push(line);
    const [url, consoleUrl] = addresses();
    if (url && consoleUrl) return [url, consoleUrl];
  }
  throw new Error(`npm start ended: ${output.join('\n')}`);
}

/** Asserts that the page and all its scripts and styles are served. */
async function expectCompletePage(address: string): Promise<void> {
  const page = await fetch(address);
  expect(page.status).toBe(200);
  const tags = (await page.text()).match(/<(?:script|link)\b[^>]*>/g) ?? [];
  const parts = tags.flatMap((tag) => /(?:src|href)="([^"]+\.(?:js|ts|css))"/.exec(tag)?.[1] ?? []);
  expect(parts).not.toHaveLength(0);
  for (const part of parts) {
    const url = new URL(part, page.url);
    expect(`${url} ${(await fetch(url)).status}`).toBe(`${url} 200`);
  }
}

it('npm start serves the site, checkout, widget and console, and shuts down cleanly', async () => {
  const folder = await closing.add(temporaryFolder());
  const child = spawn(process.execPath, [BOOTSTRAP, 'start'], {
    env: { ...process.env, PORT: '0', CONSOLE_PORT: '0', DATA_DIR: folder.path },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closing.add(Promise.resolve({ close: () => endProcess(child) }));
  const [url, consoleUrl] = await addressesIn(createInterface(child.stdout));

  expect((await fetch(url)).status).toBe(200);
  const visitor = await registerVisitor(url, newPerson());
  const checkout = await visitor.checkOut(NEXT.price);
  await visitor.leave();
  await expectCompletePage(checkout.url ?? '');
  await expectCompletePage(consoleUrl);
  await expectCompletePage(`${url}${EMULATED_PATHS.scheduling}/${eventType.account}/${eventType.slug}`);

  await endProcess(child);
  expect(child.exitCode).toBe(0);
});
