/** `npm run bench:web`: runs only the site benchmarks. */
process.argv.splice(2, 0, 'web');
await import('./bench.ts');
