// NODE_OPTIONS=--import …/egress-preload.ts?log=<file> watches a process and every Node process it starts.
import { rejectEgress } from './egress-hook.ts';

const log = new URL(import.meta.url).searchParams.get('log');
if (!log) throw new Error('The URL of this module must name a log: ?log=<file>');
rejectEgress(log);
