import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Closing } from '@outharbor/embedded/closing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newMember } from '../support/members.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ENGINES, type RunningEngine } from '../support/webdriver/engines.ts';
import { RemotePage } from '../support/webdriver/remote-page.ts';
import { startWatchingProxy, type WatchingProxy } from '../support/webdriver/watching-proxy.ts';
import { expectWhole, isKeptByFirefox, leaveAndGoBack } from './remote-return.ts';
import { logIn } from './remote-steps.ts';
import { DAY } from './return-suite.ts';
import { PATHS } from './site-fixture.ts';

/** Firefox may tell a page that it kept only when it shows it again that it has given up what was fetched ahead. */
const EXPECTED = /status of 404|could not be fetched ahead/;

const PATIENCE = { timeout: 60_000, interval: 100 };
const DESKTOP = { width: 1280, height: 900 };

/** How a browser comes back to every page. */
export interface Return {
  /** Seconds that all it has stored is old by then. */
  readonly age: number;
  /** Of which pages it goes Back and Forward as well, besides loading them again. */
  readonly left: readonly string[];
}

const assetsOf = (paths: readonly string[]) => paths.filter((path) => path.startsWith('/assets/'));

/** A browser writes what it has fetched to its disk a while later; closed before, it would have to ask again. */
async function expectStored(profile: string, assets: readonly string[]): Promise<void> {
  const entries = await readdir(profile, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const stored = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')));
  const missing = assets.filter((asset) => !stored.some((content) => content.includes(asset)));
  expect(missing, 'assets that are not on the disk yet').toEqual([]);
}

/** The engines besides Chromium, each with a profile that outlives it: cache on disk, storage and cookies. */
export function describeReturnVisitsOfEngines(
  target: () => { readonly url: string },
  { age, left }: Return,
): void {
  describe.each(ENGINES)('$engine that comes back', ({ engine, isInstalled, start }) => {
    const closing = new Closing();
    let proxy: WatchingProxy;
    afterEach(() => closing.close());

    async function within(profile: string, visit: (page: RemotePage) => Promise<void>): Promise<void> {
      const options = { profile, proxy: proxy.address, script: true, dark: false, size: DESKTOP };
      const running: RunningEngine = await start(options);
      try {
        await visit(new RemotePage(running.connection));
      } catch (cause) {
        throw new Error(`The console: ${running.errors.join('\n') || 'no error'}`, { cause });
      } finally {
        await running.close();
      }
      expect(
        running.errors.filter((error) => !EXPECTED.test(error)),
        'errors in the browser',
      ).toEqual([]);
      expect(proxy.violations, 'against the content security policy').toEqual([]);
    }

    /** The ways back to a page that do not ask for it anew. */
    async function comeAndGo(page: RemotePage, path: string): Promise<void> {
      await leaveAndGoBack(page, path, engine !== 'Firefox' || isKeptByFirefox(path));
      await page.back();
      await page.forward();
      await expectWhole(page, path, 'returned to by Forward');
    }

    it.skipIf(!isInstalled)(
      `finds every page whole, loaded again, by Back and Forward, and when it is opened again${age === DAY ? ' a day later' : ''}`,
      async () => {
        proxy = await closing.add(startWatchingProxy({ age }));
        const { path: profile } = await closing.add(temporaryFolder());
        const member = await newMember(target());
        await within(profile, async (page) => {
          await page.open(`${target().url}/login`);
          await logIn(page, target().url, member);
          for (const path of PATHS) {
            await page.open(`${target().url}${path}`);
            await expectWhole(page, path, 'visited');
            await page.reload();
            await expectWhole(page, path, 'loaded again');
            if (left.includes(path)) await comeAndGo(page, path);
          }
          await vi.waitFor(() => expectStored(profile, assetsOf(proxy.paths)), PATIENCE);
        });
        const askedAgain = async () => {
          const before = proxy.paths.length;
          await within(profile, async (page) => {
            for (const path of PATHS) {
              await page.open(`${target().url}${path}`);
              await expectWhole(page, path, 'visited by the same browser, opened again');
            }
          });
          return assetsOf(proxy.paths.slice(before));
        };
        // WebKit turns to the site where its disk takes more than a second: on a busy machine it is asked twice.
        const asked = await askedAgain();
        if (asked.length > 0) {
          expect(await askedAgain(), `assets that the browser had stored, after ${asked}`).toEqual([]);
        }
      },
      600_000,
    );
  });
}
