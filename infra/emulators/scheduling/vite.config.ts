import { defineConfig } from 'vite';

/** One script and one style sheet for all pages of the widget. */
export default defineConfig({
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    assetsDir: '',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { widget: 'src/pages/browser-scripts/widget.ts', styles: 'src/pages/widget.css' },
      output: { entryFileNames: '[name]-[hash].js' },
    },
  },
});
