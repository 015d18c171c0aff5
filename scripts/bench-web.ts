/** `npm run bench:web`: the measurements of the site alone. */
process.argv.splice(2, 0, 'web');
await import('./bench.ts');
