import { Closing } from '@outharbor/embedded/closing';
import { afterEach, expect } from 'vitest';
import { temporaryFolder } from '../../../infra/emulators/tests/support/temporary-folder.ts';
import { startWatchingProxy, type WatchingProxy } from './watching-proxy.ts';
import { startWebkit, type WebkitOptions } from './webkit.ts';

/** The narrowest window that WebKit supports. */
export const PHONE = { width: 500, height: 900 };

interface Arrival extends Partial<Omit<WebkitOptions, 'proxy'>> {
  /** Allows console errors that match. */
  readonly expected?: RegExp;
}

/** Opens a browser per test, with a new profile unless one is given. Console errors fail the test. */
export function webkitFixture() {
  const closing = new Closing();
  const proxies: WatchingProxy[] = [];
  const engines: { readonly errors: readonly string[]; readonly expected: RegExp | undefined }[] = [];
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

  return async ({ expected, profile, ...given }: Arrival = {}) => {
    const proxy = await closing.add(startWatchingProxy());
    proxies.push(proxy);
    const folder = profile ?? (await closing.add(temporaryFolder())).path;
    const { page, errors } = await closing.add(
      startWebkit({ ...given, profile: folder, proxy: proxy.address }),
    );
    engines.push({ errors, expected });
    return page;
  };
}
