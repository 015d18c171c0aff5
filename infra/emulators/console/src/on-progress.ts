/** Called during a long action with what is being done, and how much of it is. */
export type OnProgress = (what: string, done: number, of: number) => void;
