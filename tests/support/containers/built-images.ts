import { docker } from '../../../infra/emulators/tests/support/docker.ts';

const OUR_IMAGES = ['web', 'api', 'emulators', 'firebase'];

/** Builds our images under a unique tag, separate from builds of other checkouts on the same engine. */
export async function buildImages(tag: string, services: readonly string[] = []): Promise<void> {
  await docker(['compose', 'build', '--quiet', ...services], { IMAGE_TAG: tag });
}

export async function removeImages(tag: string, images: readonly string[] = OUR_IMAGES): Promise<void> {
  await docker(['image', 'rm', ...images.map((image) => `outharbor/${image}:${tag}`)]);
}
