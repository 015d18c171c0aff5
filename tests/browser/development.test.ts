import { spawn } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ERRORS } from '@outharbor/contract/errors';
import { SITE_PATHS } from '@outharbor/contract/paths';
import { FIRST } from '@outharbor/contract/testing/plans';
import { Closing } from '@outharbor/embedded/closing';
import { endProcess } from '@outharbor/emulator-kit/end-process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../../scripts/step.ts';
import { FAQ } from '../../web/src/content/faq.ts';
import { pageBrowser } from '../support/browser/site-fixture.ts';
import { copyTree, type TreeCopy } from '../support/owner/tree-copy.ts';
import { newPerson } from '../support/people.ts';
import { registerVisitor, signInVisitor } from '../support/sdk-visitor.ts';

const browser = pageBrowser();
const closing = new Closing();
const lines: string[] = [];
const printed = (text: RegExp) => lines.filter((line) => text.test(line)).length;
let tree: TreeCopy;
let url: string;

beforeAll(async () => {
  tree = await closing.add(copyTree());
  for (const emulator of ['console', 'scheduling']) {
    const dist = `infra/emulators/${emulator}/dist`;
    await cp(join(ROOT, dist), join(tree.path, dist), { recursive: true });
  }
  const child = spawn(process.execPath, ['scripts/dev.ts', '--inspect=0'], {
    cwd: tree.path,
    env: { ...process.env, PORT: '0', CONSOLE_PORT: '0', DATA_DIR: '.data' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  closing.add(Promise.resolve({ close: () => endProcess(child) }));
  url = await new Promise((resolve, reject) => {
    const note = (line: string) => {
      lines.push(line);
      const [, address] = /ready at (http:\S+)/.exec(line) ?? [];
      if (address !== undefined) resolve(address);
    };
    for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', note);
    child.once('exit', () => reject(new Error(lines.join('\n'))));
  });
});
afterAll(() => closing.close());

it('shows a changed text in an open page, without loading the page again', async () => {
  const page = await browser.open();
  await page.goto(`${url}${SITE_PATHS.faq}`);
  // React warns of an answer that was opened before.
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  const [{ question } = { question: '' }] = FAQ;
  await page.getByText(question).click();
  await page.evaluate('window.isStillHere = true');
  await tree.edit('web/src/content/faq.ts', (text) => text.replace(question, 'Is this seen at once?'));
  await page.getByText('Is this seen at once?').waitFor();
  expect(await page.evaluate('window.isStillHere')).toBe(true);
});

it('shows a change of the contract in the site and in the API, whose requests wait for it', async () => {
  const page = await browser.open();
  await page.goto(`${url}${SITE_PATHS.pricing}`);
  await tree.edit('api/contract/src/plans.ts', (text) => text.replace(`'${FIRST.title}'`, `'Renamed'`));
  await page.getByRole('article', { name: 'Renamed' }).waitFor();
  await tree.edit('api/contract/src/errors.ts', (text) =>
    text.replace(ERRORS.not_found.message, 'Nothing is there.'),
  );
  const answers = new Set<number>();
  const message = async () => {
    const response = await fetch(`${url}/api/v1/nowhere`);
    answers.add(response.status);
    return ((await response.json()) as { readonly error: { readonly message: string } }).error.message;
  };
  await expect.poll(message, { interval: 10 }).toBe('Nothing is there.');
  expect([...answers]).toEqual([404]);
});

it('shows an error of the API in the terminal and over the page, until it is corrected', async () => {
  const page = await browser.open();
  await page.goto(`${url}${SITE_PATHS.faq}`);
  await tree.edit('api/src/app.ts', (text) => `${text}\nthrow new Error('a slip of the pen');\n`);
  const overlay = page.locator('vite-error-overlay');
  await overlay.getByText('a slip of the pen').first().waitFor();
  expect(printed(/a slip of the pen/)).toBeGreaterThan(0);
  await tree.edit('api/src/app.ts', (text) => text.replace(/\nthrow new Error.*\n/, ''));
  await expect.poll(() => overlay.count()).toBe(0);
  expect((await fetch(`${url}/api/v1/nowhere`)).status).toBe(404);
});

it('shows an error of the site over the page, in plain text, until it is corrected', async () => {
  const page = await browser.open({}, /status of 500/);
  await tree.edit('web/src/content/about-us.ts', (text) => `${text}\nconst = ;\n`);
  await page.goto(`${url}${SITE_PATHS.aboutUs}`);
  const message = page.locator('vite-error-overlay .message');
  await expect.poll(() => message.textContent()).toContain(' web/src/content/about-us.ts:');
  expect(await message.textContent()).not.toContain('[0m');
  await tree.edit('web/src/content/about-us.ts', (text) => text.replace('\nconst = ;\n', ''));
  await expect.poll(() => message.count()).toBe(0);
});

it('starts the emulators again on a change of theirs, with their state', async () => {
  const person = newPerson();
  await (await registerVisitor(url, person)).leave();
  const before = printed(/Started the emulators/);
  await tree.edit('infra/emulators/identity/src/options.ts', (text) => `${text}\n`);
  await expect.poll(() => printed(/Started the emulators/)).toBe(before + 1);
  await (await signInVisitor(url, person)).leave();
});

it('lets a debugger attach to the API', () => {
  expect(printed(/Debugger listening on ws:/)).toBeGreaterThan(0);
});
