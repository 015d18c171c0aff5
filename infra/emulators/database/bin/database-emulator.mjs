#!/usr/bin/env node
// Plain JavaScript: to run a TypeScript entry, Node would load its type stripper. Modules imported from here are read,
// stripped and compiled, from the cache that the first start fills.
import { enableCompileCache } from 'node:module';

enableCompileCache();
await import('../src/command-line.ts');
