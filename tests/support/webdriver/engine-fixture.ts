import { Closing } from '@outharbor/embedded/closing';
import { afterEach, expect } from 'vitest';
import { temporaryFolder } from '../../../infra/emulators/tests/support/temporary-folder.ts';
import type { EngineOptions } from './engine-options.ts';
import type { RunningEngine } from './engines.ts';
import { RemotePage } from './remote-page.ts';
import { startWatchingProxy, type WatchingProxy } from './watching-proxy.ts';

export const DESKTOP = { width: 1280, height: 900 };
/** The narrowest window that every engine supports. */
export const PHONE = { width: 500, height: 900 };

interface Arrival extends Partial<Pick<EngineOptions, 'profile' | 'size' | 'script' | 'dark'>> {
  /** Allows console errors that match. */
  readonly expected?: RegExp;
}

/** Opens a browser per test, with a new profile unless one is given. Console errors fail the test. */
export function engineFixture(start: (options: EngineOptions) => Promise<RunningEngine>) {
  const closing = new Closing();
  const proxies: WatchingProxy[] = [];
  const engines: { readonly errors: RunningEngine['errors']; readonly expected: RegExp | undefined }[] = [];
  afterEach(async () => {
    await closing.close();
    for (const { errors, expected } of engines.splice(0)) {
      expect(
        errors.filter((error) => !expected?.test(error)),
        'errors in the browser',
      ).toEqual([]);
    }
    for (const { violations } of proxies.splice(0)) {
      expect(violations, 'content security policy violations').toEqual([]);
    }
  });

  return async ({ size = DESKTOP, script = true, dark = false, expected, ...given }: Arrival = {}) => {
    const proxy = await closing.add(startWatchingProxy());
    proxies.push(proxy);
    const profile = given.profile ?? (await closing.add(temporaryFolder())).path;
    const engine = await closing.add(start({ profile, proxy: proxy.address, script, dark, size }));
    engines.push({ errors: engine.errors, expected });
    return new RemotePage(engine.connection);
  };
}
