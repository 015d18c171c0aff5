#!/usr/bin/env node
// Plain JavaScript: for a first module with types, Node would load the compiler that strips them. From here on
// the stripped and compiled modules come out of the cache, which the first start of all fills.
import module from 'node:module';

// Node 20, on which the package runs as well, has no such cache.
module.enableCompileCache?.();
await import('../src/command-line.ts');
