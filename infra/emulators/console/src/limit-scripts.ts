import type { Plugin } from 'vite';

/** Fails a build whose scripts weigh more than `limit` bytes together, uncompressed. */
export function limitScripts(limit: number): Plugin {
  return {
    name: 'limit-scripts',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const bytes = chunks.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0);
      if (bytes > limit) this.error(`The scripts weigh ${bytes} bytes; the limit is ${limit}.`);
    },
  };
}
