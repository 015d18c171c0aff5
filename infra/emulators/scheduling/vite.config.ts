import { BROWSERS } from '@outharbor/contract/browsers';
import { defineConfig } from 'vite';

export default defineConfig({
  build: {
    ...BROWSERS,
    assetsDir: '',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        widget: 'src/pages/browser-scripts/widget.ts',
        styles: 'src/pages/widget.css',
        embed: 'src/pages/browser-scripts/embed.ts',
        'embed-styles': 'src/pages/embed.css',
      },
      output: { entryFileNames: '[name]-[hash].js' },
    },
  },
});
