/*
 * Firebase looks for settings in this variable and else in a cookie, when it is loaded and when the database is opened.
 * What a cookie says must not lead the database elsewhere, and reading cookies holds the page up.
 */
Object.assign(globalThis, { __FIREBASE_DEFAULTS__: {} });
