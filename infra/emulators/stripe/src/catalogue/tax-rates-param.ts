import { list } from '../kinds/params/composite.ts';
import { clearable, text } from '../kinds/params/reader.ts';

/** Ids of tax rates; the empty string removes all. */
export const taxRatesParam = clearable(list(text(), 5));
