import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as AppSdk from 'firebase/app';
import type * as AuthSdk from 'firebase/auth';

/**
 * Loads the browser build of the web SDK, which supports phone sign-in; the Node.js build does not. It comes
 * with its own copy of the app package, so that the two builds do not mix.
 */
export function loadBrowserSdk(): { readonly app: typeof AppSdk; readonly auth: typeof AuthSdk } {
  const require = createRequire(import.meta.url);
  const ofFirebase = createRequire(require.resolve('firebase/app'));
  const folder = dirname(ofFirebase.resolve('@firebase/auth/package.json'));
  return {
    app: ofFirebase('@firebase/app') as typeof AppSdk,
    auth: require(join(folder, 'dist/browser-cjs/index.js')) as typeof AuthSdk,
  };
}
