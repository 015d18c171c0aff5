/** `node bundle/reconcile.mjs [--even-many]` in the image: `npm run reconcile` with the container's settings. */
import { parseArgs } from 'node:util';
import { reconcileCommand } from './reconciler/reconcile-command.ts';

const { values } = parseArgs({ options: { 'even-many': { type: 'boolean', default: false } } });
process.exitCode = await reconcileCommand(process.env, { evenMany: values['even-many'] }, process);
