import type { Plugin } from 'vite';

// React creates five errors on load as signals, compared by identity. With DevTools attached, as in
// Lighthouse, Chromium records a stack for each and rescans all of React to find the line: measured on a slow
// phone, 150 ms of blocking.
export const SIGNALS_WITHOUT_STACK: Plugin = {
  name: 'signals-without-stack',
  transform: {
    filter: { id: /react-dom-client\.production\.js/ },
    handler: (code) => ({
      code: code.replace(
        /(?<=Exception = )Error\((formatProdErrorMessage\(\d+\))\)/g,
        'Object.create(Error.prototype, { message: { value: $1 } })',
      ),
      map: null,
    }),
  },
};
