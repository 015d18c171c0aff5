import { part } from './renew.ts';

/* Libraries that the pages load when they need them. */

const auth = () => import('./firebase-auth.ts');
const database = () => import('./firebase-database.ts');

export const loadAuth = () => part(auth);
export const loadDatabase = () => part(database);

/** Fetches both; what is missing does not load the page anew. */
export const fetchParts = () => Promise.all([auth(), database()]);
