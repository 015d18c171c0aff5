import { BROWSERS } from '@outharbor/contract/browsers';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: {
    ...BROWSERS,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
