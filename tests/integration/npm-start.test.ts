import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { EMULATED_PATHS } from '@outharbor/contract/paths';
import { Closing } from '@outharbor/embedded/closing';
import { endProcess } from '@outharbor/embedded/end-process';
import { eventType } from '@outharbor/embedded/product/discovery-session';
import { afterAll, expect, it } from 'vitest';
import { newPerson } from '../support/people.ts';
import { registerVisitor } from '../support/sdk-visitor.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BOOTSTRAP = fileURLToPath(new URL('../../scripts/bootstrap.mjs', import.meta.url));

const closing = new Closing();
afterAll(() => closing.close());

/** The site's address and the console's, which it says once it is ready. */
async function addressesIn(lines: AsyncIterable<string>): Promise<[url: string, consoleUrl: string]> {
  const said: string[] = [];
  const addresses = () => said.flatMap((line) => /at (http:\S+)/.exec(line)?.[1] ?? []);
  for await (const line of lines) {
    said.push(line);
    const [url, consoleUrl] = addresses();
    if (url && consoleUrl) return [url, consoleUrl];
  }
  throw new Error(`npm start ended: ${said.join('\n')}`);
}

/** Rejects unless the page and every script and style that it names are served. */
async function expectWholePage(address: string): Promise<void> {
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

it('serves the site, the checkout, the widget and the console, and ends in order', async () => {
  const folder = await closing.add(temporaryFolder());
  const child = spawn(process.execPath, [BOOTSTRAP, 'start'], {
    env: { ...process.env, PORT: '0', CONSOLE_PORT: '0', DATA_DIR: folder.path },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closing.add(Promise.resolve({ close: () => endProcess(child) }));
  const [url, consoleUrl] = await addressesIn(createInterface(child.stdout));

  expect((await fetch(url)).status).toBe(200);
  const visitor = await registerVisitor(url, newPerson());
  const checkout = await visitor.checkOut(1000);
  await visitor.leave();
  await expectWholePage(checkout.url ?? '');
  await expectWholePage(consoleUrl);
  await expectWholePage(`${url}${EMULATED_PATHS.scheduling}/${eventType.account}/${eventType.slug}`);

  await endProcess(child);
  expect(child.exitCode).toBe(0);
});
