import { writeFile } from 'node:fs/promises';
import { readFields } from '../tests/support/identity/official-calls.ts';

/** Records the fields of Google's Auth emulator at the given URL: `firebase emulators:start --only auth --project demo-fields`. */
const [url = 'http://127.0.0.1:9099'] = process.argv.slice(2);
const file = new URL('../tests/support/identity/official-fields.json', import.meta.url);
await writeFile(file, `${JSON.stringify(await readFields(url), null, 2)}\n`);
