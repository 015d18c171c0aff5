import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Closing } from '@outharbor/embedded/closing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../infra/emulators/tests/support/temporary-folder.ts';
import { newMember } from '../members.ts';
import type { RemotePage } from '../webdriver/remote-page.ts';
import { startWatchingProxy, type WatchingProxy } from '../webdriver/watching-proxy.ts';
import { startWebkit } from '../webdriver/webkit.ts';
import { expectComplete, leaveAndGoBack } from './remote-return.ts';
import { logIn } from './remote-steps.ts';
import { DAY } from './return-suite.ts';
import { PATHS } from './site-fixture.ts';

const EXPECTED = /status of 404/;

const PATIENCE = { timeout: 60_000, interval: 100 };

/** How a browser revisits the pages. */
export interface Return {
  /** Age of every cached response on return, in seconds. */
  readonly age: number;
  /** Pages that are also revisited with Back and Forward. */
  readonly left: readonly string[];
}

const onlyAssets = (paths: readonly string[]) => paths.filter((path) => path.startsWith('/assets/'));

/** A browser writes its cache to disk with a delay. Closing it earlier would lose the entries. */
async function expectStored(profile: string, assets: readonly string[]): Promise<void> {
  const entries = await readdir(profile, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const stored = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')));
  const missing = assets.filter((asset) => !stored.some((content) => content.includes(asset)));
  expect(missing, 'assets not in the disk cache yet').toEqual([]);
}

/** The browser has a persistent profile: disk cache, storage and cookies. */
export function describeReturnVisitsOfEngines(
  target: () => { readonly url: string },
  { age, left }: Return,
): void {
  describe('return visits in WebKit', () => {
    const closing = new Closing();
    let proxy: WatchingProxy;
    afterEach(() => closing.close());

    async function within(profile: string, visit: (page: RemotePage) => Promise<void>): Promise<void> {
      const { page, errors, close } = await startWebkit({ profile, proxy: proxy.address });
      try {
        await visit(page);
      } catch (cause) {
        throw new Error(`Browser console: ${errors.join('\n') || 'no error'}`, { cause });
      } finally {
        await close();
      }
      expect(
        errors.filter((error) => !EXPECTED.test(error)),
        'errors in the browser',
      ).toEqual([]);
      expect(proxy.violations, 'content security policy violations').toEqual([]);
    }

    /** Leaves a page and returns to it with Back and Forward. */
    async function goBackAndForward(page: RemotePage, path: string): Promise<void> {
      await leaveAndGoBack(page, path);
      await page.back();
      await page.forward();
      await expectComplete(page, path, 'after Forward');
    }

    it(`shows every page completely after a reload, Back and Forward, and a browser restart${age === DAY ? ' a day later' : ''}`, {
      timeout: 600_000,
      tags: 'webkit',
    }, async () => {
      proxy = await closing.add(startWatchingProxy({ age }));
      const { path: profile } = await closing.add(temporaryFolder());
      const member = await newMember(target());
      await within(profile, async (page) => {
        await page.open(`${target().url}/login`);
        await logIn(page, target().url, member);
        for (const path of PATHS) {
          await page.open(`${target().url}${path}`);
          await expectComplete(page, path, 'on a first visit');
          await page.reload();
          await expectComplete(page, path, 'after a reload');
          if (left.includes(path)) await goBackAndForward(page, path);
        }
        await vi.waitFor(() => expectStored(profile, onlyAssets(proxy.paths)), PATIENCE);
      });
      const requestedAgain = async () => {
        const before = proxy.paths.length;
        await within(profile, async (page) => {
          for (const path of PATHS) {
            await page.open(`${target().url}${path}`);
            await expectComplete(page, path, 'after a browser restart');
          }
        });
        return onlyAssets(proxy.paths.slice(before));
      };
      // WebKit uses the network if its disk cache takes over a second, so a busy machine gets two tries.
      const requested = await requestedAgain();
      if (requested.length > 0) {
        expect(await requestedAgain(), `cached assets requested again, after ${requested}`).toEqual([]);
      }
    });
  });
}
