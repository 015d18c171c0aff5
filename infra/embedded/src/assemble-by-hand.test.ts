import { expect, it } from 'vitest';

// Programs that put faults between the parts import them by these paths.
it.each([
  ['./api-environment.ts', 'apiEnvironment'],
  ['./api-process.ts', 'startApiProcess'],
  ['./closing.ts', 'Closing'],
  ['./emulators.ts', 'startEmulators'],
  ['./free-port.ts', 'reservePort'],
  ['./front-door/front-door.ts', 'startFrontDoor'],
  ['./front-door/inline-hashes.ts', 'readInlineHashes'],
  ['./front-door/site-files.ts', 'loadSiteFiles'],
])('%s exports %s', async (path, name) => {
  const module: Record<string, unknown> = await import(path);
  expect(module[name]).toBeTypeOf('function');
});

it('./runtime-config.ts exports the emulated configuration of the site', async () => {
  expect(await import('./runtime-config.ts')).toHaveProperty('EMULATED_RUNTIME_CONFIG');
});
