#!/usr/bin/env node
// Plain JavaScript, because Node.js would load its type stripper for a TypeScript entry module. All other
// modules come stripped and compiled from the cache, which the first start fills.
import module from 'node:module';

// Node.js 20 has no compile cache.
module.enableCompileCache?.();
await import('../src/command-line.ts');
