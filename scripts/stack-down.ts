/** `npm run stack:down`: stops and removes the containers of the emulated stack, keeping their data. */
import { compose } from './compose.ts';

await compose('down', '--remove-orphans');
