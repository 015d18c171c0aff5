import { loadChunk } from './renew.ts';

const auth = () => import('./firebase-auth.ts');
const database = () => import('./firebase-database.ts');

export const loadAuth = () => loadChunk(auth);
export const loadDatabase = () => loadChunk(database);

/** Fetches both chunks. Unlike the loaders above, does not reload the page if one is missing. */
export const fetchFirebase = () => Promise.all([auth(), database()]);
