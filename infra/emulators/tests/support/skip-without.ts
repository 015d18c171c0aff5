import { beforeEach } from 'vitest';
import { isMissing, type NeedName } from './needs.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** What the machine lacks for this test. */
    lacks?: NeedName;
  }
}

/** Skips the tests of the file or suite that calls it if the machine lacks something. */
export function skipWithout(name: NeedName): void {
  if (!isMissing(name)) return;
  beforeEach(({ task, skip }) => {
    task.meta.lacks = name;
    skip();
  });
}
