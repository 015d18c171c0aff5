import { readFileSync } from 'node:fs';

const DOCKERFILE = new URL('../Dockerfile.api', import.meta.url);

/** NODE_OPTIONS of the API image (heap limits), for processes that must behave as deployed. */
export function imageNodeOptions(): string {
  const options = /NODE_OPTIONS="([^"]+)"/.exec(readFileSync(DOCKERFILE, 'utf8'))?.[1];
  if (options === undefined) throw new Error('Dockerfile.api sets no NODE_OPTIONS');
  return options;
}
