import { BROWSERS } from '@outharbor/contract/browsers';
import { defineConfig } from 'vite';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    ...BROWSERS,
    assetsInlineLimit: 0,
    // Published with the page: see scripts/packages/third-party-notices.ts.
    license: { fileName: 'third-party.json' },
    modulePreload: { polyfill: false },
  },
});
