import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endProcess } from '@outharbor/emulator-kit/end-process';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { round } from '../support/figures.ts';
import type { Measurement } from '../support/measurement.ts';
import { coreSeconds, residentBytes } from '../support/process-sample.ts';
import { crowdState } from './console/crowd.ts';

export const title = 'Console of the emulators';

const PEOPLE = 10_000;
const REQUESTS = 100_000;
const COMMAND = fileURLToPath(new URL('../../all/bin/emulators.mjs', import.meta.url));
const MEGABYTE = 1024 * 1024;

interface Addresses {
  readonly stripe: { readonly url: string; readonly secretKey: string };
  readonly console: { readonly url: string };
}

/** Measures the page in Chromium, with all emulators in a process of their own. */
export async function measure(): Promise<Measurement[]> {
  const receiver = createServer((request, response) => request.resume().on('end', () => response.end()));
  await once(receiver.listen(0), 'listening');
  const folder = await mkdtemp(join(tmpdir(), 'console-bench-'));
  const file = join(folder, 'state.json');
  const { port } = receiver.address() as AddressInfo;
  await writeFile(file, JSON.stringify(await crowdState(PEOPLE, `http://localhost:${port}`)));
  const child = spawn(process.execPath, [COMMAND, '--free-ports', '--json', '--load', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const { stripe, console: page } = JSON.parse(line) as Addresses;
    await askOften(stripe);
    const browser = await launchBrowser();
    try {
      return await measurePage(browser, page.url, child.pid ?? 0);
    } finally {
      await browser.close();
    }
  } finally {
    await endProcess(child);
    receiver.close();
    await rm(folder, { recursive: true });
  }
}

async function askOften({ url, secretKey }: Addresses['stripe']): Promise<void> {
  let left = REQUESTS;
  const ask = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const headers = { authorization: `Bearer ${secretKey}` };
      await (await fetch(`${url}/v1/prices/price_bench`, { headers })).arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 32 }, ask));
}

/** The page notes when it is painted: to ask it again and again would measure the asking. */
const NOTE_TIMES = `
  let typedAt;
  globalThis.noted = {};
  const note = (name, at) => requestAnimationFrame(() => { noted[name] ??= performance.now() - at; });
  addEventListener('input', () => { typedAt = performance.now(); delete noted.found; }, true);
  new MutationObserver(() => {
    if (document.querySelectorAll('tr').length > 50) note('shown', 0);
    const field = document.querySelector('dialog input');
    const options = [...document.querySelectorAll('[role=option]')];
    if (field?.value && options.some((each) => each.textContent.includes(field.value))) note('found', typedAt);
  }).observe(document, { childList: true, subtree: true });
`;

async function measurePage(browser: Browser, url: string, pid: number): Promise<Measurement[]> {
  const before = residentBytes(pid);
  const page = await browser.newPage();
  await page.addInitScript(NOTE_TIMES);
  const rows = page.getByRole('table', { name: 'People' }).getByRole('row');
  const view = async () => {
    await page.goto(`${url}/people`);
    await rows.nth(50).waitFor();
    return page.evaluate<number>('noted.shown');
  };
  const firstView = await view();
  await delay(5_000);
  const secondView = await view();
  const searches = [];
  for (const index of [9_876, 4_321, 17]) searches.push(await search(page, `person-${index}@example.com`));
  await delay(5_000);
  const idle = await coreSecondsIn(pid, 10);
  const [after, heap] = [residentBytes(pid), await heapBytes(page)];
  return report({ firstView, secondView, searches, idle, before, after, heap });
}

interface Readings {
  /** Milliseconds. */
  readonly firstView: number;
  readonly secondView: number;
  readonly searches: readonly number[];
  /** The share of a core. */
  readonly idle: number;
  /** Bytes. */
  readonly before: number;
  readonly after: number;
  readonly heap: number;
}

function report({ firstView, secondView, searches, idle, before, after, heap }: Readings): Measurement[] {
  return [
    {
      name: 'first view of 10,000 people',
      value: round(firstView, 0),
      unit: 'ms',
      note: 'the first after the start',
    },
    { name: 'a later view', value: round(secondView, 0), unit: 'ms' },
    {
      name: 'search by address',
      value: round(Math.max(...searches), 0),
      unit: 'ms',
      note: 'slowest of three, from typing to the answer shown',
    },
    {
      name: 'processor time with an open page',
      value: round(idle * 100, 1),
      unit: '% of a core',
      note: 'nothing changes',
    },
    {
      name: 'memory of the process before',
      value: round(before / MEGABYTE, 0),
      unit: 'MB',
      note: 'resident, with all emulators',
    },
    {
      name: 'memory of the process with the page open',
      value: round(after / MEGABYTE, 0),
      unit: 'MB',
    },
    {
      name: 'memory of the page',
      value: round(heap / MEGABYTE, 1),
      unit: 'MB',
      note: 'heap of scripts',
    },
  ];
}

async function search(page: Page, text: string): Promise<number> {
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Email, name or id' });
  await field.waitFor();
  await field.fill(text);
  await page.getByRole('option').filter({ hasText: text }).first().waitFor();
  const took = await page.evaluate<number>('noted.found');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  return took;
}

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
}

async function coreSecondsIn(pid: number, seconds: number): Promise<number> {
  const before = coreSeconds(pid);
  await delay(seconds * 1000);
  return (coreSeconds(pid) - before) / seconds;
}
