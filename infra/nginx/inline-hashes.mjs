// Turns csp-hashes.json of the site build (stdin) into the Nginx variables $script_hashes and $style_hashes.
import { json } from 'node:stream/consumers';

const maps = Object.entries(await json(process.stdin)).map(
  ([directive, hashes]) =>
    `map '' $${directive.replace('-src', '_hashes')} {\n  default "${hashes.join(' ')}";\n}\n`,
);
process.stdout.write(maps.join(''));
