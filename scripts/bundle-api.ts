import { join } from 'node:path';
import { imageNodeOptions } from '../tests/support/image-node-options.ts';
import { succeedsQuietly } from './step.ts';

/** The API's program as its image has it, and what the image tells Node. */
export interface BundledApi {
  readonly apiEntry: string;
  readonly apiNodeOptions: string;
}

export async function bundleApi(folder: string): Promise<BundledApi> {
  if (!(await succeedsQuietly('node', ['infra/containers/bundle-api.ts', 'api/src/server.ts', folder]))) {
    throw new Error('The API could not be bundled.');
  }
  return { apiEntry: join(folder, 'bundle/server.mjs'), apiNodeOptions: imageNodeOptions() };
}
