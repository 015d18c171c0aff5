import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedStack } from '@outharbor/embedded/embedded-stack';
import { docker } from '../../../infra/emulators/tests/support/docker.ts';
import { temporaryFolder } from '../../../infra/emulators/tests/support/temporary-folder.ts';
import { dockerAnswers } from '../../../scripts/docker-engine.ts';
import { compose } from '../../support/containers/compose.ts';
import { startContainerStack } from '../../support/containers/container-stack.ts';
import { SITE, writeReferencePages } from './reference-pages.ts';

/** A front door that serves the site and the reference pages. */
export interface Door {
  readonly name: string;
  readonly url: string;
  close(): Promise<void>;
}

/** Returns the front doors available on this machine. */
export async function doorsOfMachine(): Promise<(() => Promise<Door>)[]> {
  return (await dockerAnswers()) ? [containers, embedded] : [embedded];
}

export async function embedded(): Promise<Door> {
  const site = await temporaryFolder();
  await cp(SITE, site.path, { recursive: true });
  await writeReferencePages(site.path);
  const stack = await startEmbeddedStack({ siteDir: site.path });
  const close = async () => {
    await stack.close();
    await site.close();
  };
  return { name: 'embedded', url: stack.url, close };
}

/** Starts the built images, with the reference pages added to the web image. */
async function containers(): Promise<Door> {
  const stack = await startContainerStack();
  const { project } = stack;
  const context = await temporaryFolder();
  try {
    const image = `outharbor/web:${project.environment.IMAGE_TAG}`;
    await writeReferencePages(join(context.path, 'pages'));
    await writeFile(join(context.path, 'Dockerfile'), `FROM ${image}\nCOPY pages /usr/share/nginx/site\n`);
    await docker(['build', '--quiet', '--tag', image, context.path]);
    await compose(project, 'up', '-d', '--wait', '--no-deps', 'web');
  } catch (error) {
    await stack.close();
    throw error;
  } finally {
    await context.close();
  }
  return { name: 'containers', url: stack.url, close: () => stack.close() };
}
