#!/usr/bin/env node
// Plain JavaScript: to run a TypeScript entry, Node would load its type stripper. Modules imported from here are read,
// stripped and compiled, from the cache that the first start fills.
import module from 'node:module';

// Node 20, on which the package runs as well, has no such cache.
module.enableCompileCache?.();
await import('../src/command-line.ts');
