#!/usr/bin/env node
// Plain JavaScript, because Node.js would load its type stripper for a TypeScript entry module. All other
// modules come stripped and compiled from the cache, which the first start fills.
import module from 'node:module';

const fail = (reason) => {
  process.stderr.write(`emulators: Node.js ${process.versions.node} ${reason} or later\n`);
  process.exit(1);
};
// A checkout holds TypeScript, the package JavaScript.
if (import.meta.url.endsWith('/bin/emulators.mjs') && !process.features.typescript)
  fail('does not run TypeScript: install 24');
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19) || major === 21 || (major === 22 && minor < 12))
  fail('is too old: install 20.19, 22.12');

// Node.js 20 has no compile cache.
module.enableCompileCache?.();
await import('../src/command-line.ts');
