import type { Plugin } from 'vite';

// React creates five errors on load as signals, compared by identity. With DevTools attached, as in
// Lighthouse, Chromium records a stack for each and rescans all of React to find the line.
const signalsWithoutStack: Plugin = {
  name: 'signals-without-stack',
  transform: {
    filter: { id: /react-dom-client\.production\.js/ },
    handler(code) {
      const signal = /(?<=Exception = )Error\((formatProdErrorMessage\(\d+\))\)/g;
      if (code.match(signal)?.length !== 5)
        this.error('React creates its signals differently in this version; update this plugin');
      const message = 'Object.create(Error.prototype, { message: { value: $1 } })';
      return { code: code.replace(signal, message), map: null };
    },
  },
};

const COMMENTS = /(?:\/\*\*(?:[^*]|\*(?!\/))*\*\/\s*|\/\/.*\s*)*/.source;
const CLASS_AND_CONSTANTS = new RegExp(
  `^class (\\w+)((?:.*\\n)(?:[^}\\n].*\\n|\\n)*\\}\\n(?:${COMMENTS}\\1\\.\\w+ = .*;\\n)+)`,
  'gm',
);

// Firebase assigns class constants in separate statements, so the bundler keeps unused classes.
const treeShakableClasses: Plugin = {
  name: 'tree-shakable-classes',
  transform: {
    filter: { id: /@firebase\/auth\// },
    handler: (code) => ({
      code: code.replace(
        CLASS_AND_CONSTANTS,
        'const $1 = /*#__PURE__*/ (() => {\nclass $1$2return $1;\n})();\n',
      ),
      map: null,
    }),
  },
};

/** The database is reached only by WebSocket (`database-address.ts`), so long polling is removed. */
const webSocketOnly: Plugin = {
  name: 'web-socket-only',
  transform: {
    filter: { id: /@firebase\/database\// },
    handler(code) {
      const polling = /^class BrowserPollConnection \{.*?^\}/ms;
      if (!polling.test(code))
        this.error('Firebase implements long polling differently in this version; update this plugin');
      const unavailable = 'class BrowserPollConnection { static isAvailable() { return false; } }';
      return { code: code.replace(polling, unavailable), map: null };
    },
  },
};

export const LIGHTER_LIBRARIES = [signalsWithoutStack, treeShakableClasses, webSocketOnly];
