/**
 * The stage as a container: `node infra/rehearsal/src/stage-process.ts`. Environment: SITE_URL, where the site is
 * reached without TLS; OPERATOR_FOLDER, which the API sees as its secrets; PORT of the gateway; CONTROL_PORT.
 */
import { writeOperatorFiles } from './operator-files.ts';
import { startStage } from './stage.ts';
import { startStageControl } from './stage-control.ts';

const { SITE_URL, OPERATOR_FOLDER, PORT = '443', CONTROL_PORT = '4600' } = process.env;
if (!SITE_URL || !OPERATOR_FOLDER) throw new Error('SITE_URL and OPERATOR_FOLDER have to be set.');

// All of its state is in memory, and goes with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));

const untilTheEnd = { add: <T>(starting: Promise<T>) => starting };
const stage = await startStage({ siteUrl: SITE_URL, host: '0.0.0.0', port: Number(PORT) }, untilTheEnd);
await writeOperatorFiles(stage, OPERATOR_FOLDER);
await startStageControl(stage, Number(CONTROL_PORT));
process.stdout.write(
  `${JSON.stringify({ level: 'info', msg: 'the stage is set', port: stage.gateway.port })}\n`,
);
