/** Build targets of the site: the first versions with light-dark(), nesting and popovers. */
export const BROWSERS = {
  target: 'es2022',
  cssTarget: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
};
