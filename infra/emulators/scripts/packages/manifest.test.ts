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

it('names no repository when built elsewhere', () => {
  expect(publishedManifest(workspace, 'infra/stand-in', {})).not.toHaveProperty('repository');
});
