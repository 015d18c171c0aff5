import { docker } from './compose.ts';

const OUR_IMAGES = ['web', 'api', 'emulators', 'firebase'];

/** Our images under a tag of their own, so that another checkout's build on the same engine cannot slip in. */
export async function buildImages(tag: string): Promise<void> {
  await docker(['compose', 'build', '--quiet'], { IMAGE_TAG: tag });
}

export async function removeImages(tag: string): Promise<void> {
  await docker(['image', 'rm', ...OUR_IMAGES.map((image) => `outharbor/${image}:${tag}`)]);
}
