import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

const load = createRequire(import.meta.url);

// These paths are internal to firebase-tools: a new version is to be looked at before it is taken.
it('rests on the version of firebase-tools that it was written for', () => {
  expect(load('firebase-tools/package.json')).toMatchObject({ version: '15.34.2' });
  expect(load('../package.json')).toMatchObject({ dependencies: { 'firebase-tools': '15.34.2' } });
});

it.each([
  ['firebase-tools/lib/emulator/auth/server.js', 'createApp'],
  ['firebase-tools/lib/emulator/auth/state.js', 'AgentProjectState'],
  ['exegesis-express', 'middleware'],
])('finds %s with its %s', (path, name) => {
  expect((load(path) as Record<string, unknown>)[name]).toBeTypeOf('function');
});

it('uses the same exegesis-express as firebase-tools', () => {
  const fromTools = createRequire(load.resolve('firebase-tools/package.json'));
  expect(load.resolve('exegesis-express')).toBe(fromTools.resolve('exegesis-express'));
});
