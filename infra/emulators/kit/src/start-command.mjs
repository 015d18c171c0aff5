// Plain JavaScript, because Node.js would load its type stripper for a TypeScript entry module, and an older one
// runs nothing else. All other modules come stripped and compiled from the cache, which the first start fills.
import module from 'node:module';

/**
 * Loads the command of a checkout, or says in one line that this Node.js cannot.
 * @param {string} name
 * @param {() => Promise<unknown>} load
 */
export async function startCommand(name, load) {
  if (!process.features.typescript) {
    process.stderr.write(
      `${name}: Node.js ${process.versions.node} does not run TypeScript: install 24 or later\n`,
    );
    process.exit(1);
  }
  module.enableCompileCache();
  await load();
}
