import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { publishedManifest } from './manifest.ts';

const workspace = { name: '@outharbor/stand-in', version: '1.0.0' };

it('names the repository whose workflow builds the packages', () => {
  const environment = { GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'ada/emulators' };
  expect(publishedManifest(workspace, 'infra/stand-in', environment)).toMatchObject({
    repository: {
      type: 'git',
      url: 'git+https://git.example/ada/emulators.git',
      directory: 'infra/stand-in',
    },
  });
});

it('names the home of the packages when built elsewhere, and the address to which SECURITY.md sends', async () => {
  const { bugs, repository } = publishedManifest(workspace, 'infra/stand-in', {}) as {
    readonly bugs: { readonly email: string };
    readonly repository: object;
  };
  expect(repository).toMatchObject({
    type: 'git',
    directory: 'infra/stand-in',
    url: expect.stringMatching(/^git\+https:.+\.git$/),
  });
  const security = await readFile(new URL('../../SECURITY.md', import.meta.url), 'utf8');
  expect(security).toContain(`e-mail to ${bugs.email},`);
});
