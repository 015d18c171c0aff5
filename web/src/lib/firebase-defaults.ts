/*
 * Without this variable Firebase reads its defaults from a cookie, on load and when the database is opened.
 * A cookie must not be able to redirect the database, and reading cookies delays the page.
 */
Object.assign(globalThis, { __FIREBASE_DEFAULTS__: {} });
