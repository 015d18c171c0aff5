import { BROWSERS } from '@outharbor/contract/browsers';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: {
    ...BROWSERS,
    assetsInlineLimit: 0,
    // Published with the page: see scripts/packages/third-party-notices.ts.
    license: { fileName: 'third-party.json' },
    modulePreload: { polyfill: false },
  },
});
