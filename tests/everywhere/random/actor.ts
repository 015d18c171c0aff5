import { AsyncLocalStorage } from 'node:async_hooks';

/** The deployment on whose behalf code runs, and by how much its clock is ahead of everybody else's. */
export interface Actor {
  readonly deployment: string;
  readonly aheadMs: number;
}

export const actor = new AsyncLocalStorage<Actor>();
