#!/usr/bin/env node
// Plain JavaScript, because Node.js would load its type stripper for a TypeScript entry module. All other
// modules come stripped and compiled from the cache, which the first start fills.
import module from 'node:module';

if (!process.features.typescript) {
  process.stderr.write(
    `database emulator: Node.js ${process.versions.node} does not run TypeScript: install 24 or later\n`,
  );
  process.exit(1);
}

module.enableCompileCache();
await import('../src/command-line.ts');
