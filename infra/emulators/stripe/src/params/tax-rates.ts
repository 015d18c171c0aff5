import { list } from './composite.ts';
import { clearable, text } from './reader.ts';

/** Ids of tax rates; the empty string removes all. */
export const taxRatesParam = clearable(list(text(), 5));
