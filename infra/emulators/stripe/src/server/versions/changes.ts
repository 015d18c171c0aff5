import type { VersionChange } from '../../kinds/context.ts';
import { CHANGE_OF_2022_08 } from './2022-08-01.ts';
import { CHANGE_OF_2022_11 } from './2022-11-15.ts';
import { CHANGE_OF_2023_08 } from './2023-08-16.ts';
import { CHANGE_OF_2024_04 } from './2024-04-10.ts';
import { BASIL } from './2025-03-31-basil.ts';
import { BASIL_OF_JUNE } from './2025-06-30-basil.ts';
import { CLOVER } from './2025-09-30-clover.ts';
import { DAHLIA } from './2026-03-25-dahlia.ts';
import { ENDIVE } from './2026-09-30-endive.ts';

/** Newest first: each change rewrites the result of the one before it. */
export const CHANGES: readonly VersionChange[] = [
  ENDIVE,
  DAHLIA,
  CLOVER,
  BASIL_OF_JUNE,
  BASIL,
  CHANGE_OF_2024_04,
  CHANGE_OF_2023_08,
  CHANGE_OF_2022_11,
  CHANGE_OF_2022_08,
];
