import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as AppSdk from 'firebase/app';
import type * as AuthSdk from 'firebase/auth';

/**
 * The web SDK as bundlers for browsers take it, which signs in with phones; the build for Node.js cannot. It is loaded
 * with its own copy of the app, so that the two builds do not meet.
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
