import { readFileSync } from 'node:fs';

const DOCKERFILE = new URL('../Dockerfile.api', import.meta.url);

/** What the API's image tells Node, `--max-old-space-size` and the like: a process that is to behave as deployed needs it. */
export function imageNodeOptions(): string {
  const options = /NODE_OPTIONS="([^"]+)"/.exec(readFileSync(DOCKERFILE, 'utf8'))?.[1];
  if (options === undefined) throw new Error('Dockerfile.api sets no NODE_OPTIONS');
  return options;
}
