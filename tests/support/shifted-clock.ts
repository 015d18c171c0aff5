// NODE_OPTIONS=--import …/shifted-clock.ts?file=<file> shifts a process's clock by that many milliseconds.
import { readFileSync } from 'node:fs';

const file = new URL(import.meta.url).searchParams.get('file');
if (!file) throw new Error('The URL of this module must name a file: ?file=<file>');
const offset = Number(readFileSync(file, 'utf8'));
const now = Date.now.bind(Date);
Date.now = () => now() + offset;
globalThis.Date = new Proxy(Date, {
  construct: (target, args: [], newTarget) =>
    args.length > 0 ? Reflect.construct(target, args, newTarget) : new target(Date.now()),
});
