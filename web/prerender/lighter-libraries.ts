import type { Plugin } from 'vite';

/**
 * React makes five errors when it is loaded, which it throws to itself and knows by identity. With DevTools attached, as
 * Lighthouse is, Chromium notes where each was made, and to know the line it reads all of React a second time.
 */
const signalsWithoutStack: Plugin = {
  name: 'signals-without-stack',
  transform: {
    filter: { id: /react-dom-client\.production\.js/ },
    handler(code) {
      const made = /(?<=Exception = )Error\((formatProdErrorMessage\(\d+\))\)/g;
      if (code.match(made)?.length !== 5) this.error('React makes its signals in another way now');
      const message = 'Object.create(Error.prototype, { message: { value: $1 } })';
      return { code: code.replace(made, message), map: null };
    },
  },
};

const COMMENTS = /(?:\/\*\*(?:[^*]|\*(?!\/))*\*\/\s*|\/\/.*\s*)*/.source;
const CLASS_AND_CONSTANTS = new RegExp(
  `^class (\\w+)((?:.*\\n)(?:[^}\\n].*\\n|\\n)*\\}\\n(?:${COMMENTS}\\1\\.\\w+ = .*;\\n)+)`,
  'gm',
);

/**
 * Firebase gives classes their constants in statements of their own, for which the bundler keeps what nothing uses: other
 * providers, signing in by popup. A class that is one expression goes with its last use.
 */
const classesInOnePiece: Plugin = {
  name: 'classes-in-one-piece',
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

/** The database is reached by socket alone (`database-address.ts`); Firebase's other way to it is left out. */
const socketsAlone: Plugin = {
  name: 'sockets-alone',
  transform: {
    filter: { id: /@firebase\/database\// },
    handler(code) {
      const polling = /^class BrowserPollConnection \{.*?^\}/ms;
      if (!polling.test(code)) this.error('Firebase polls in another way now');
      const never = 'class BrowserPollConnection { static isAvailable() { return false; } }';
      return { code: code.replace(polling, never), map: null };
    },
  },
};

/** What no page needs of a library and the bundler cannot know. */
export const LIGHTER_LIBRARIES = [signalsWithoutStack, classesInOnePiece, socketsAlone];
