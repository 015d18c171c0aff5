// Turns csp-hashes.json of the site build (stdin) into the Nginx variables $script_hashes and $style_hashes.
import { json } from 'node:stream/consumers';

for (const [directive, hashes] of Object.entries(await json(process.stdin)))
  console.log(`map '' $${directive.replace('-src', '_hashes')} {\n  default "${hashes.join(' ')}";\n}`);
