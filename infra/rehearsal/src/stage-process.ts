// Environment: SITE_URL without TLS; OPERATOR_FOLDER, the API's secrets; PORT of the gateway; CONTROL_PORT;
// BARE=true for projects not set up; LATENCY_MS each way; RATE_LIMITS=true for those of live Stripe.
import { writeOperatorFiles } from './operator-files.ts';
import { type BareStage, type Stage, startBareStage, startStage } from './stage.ts';
import { startStageControl } from './stage-control.ts';

const { SITE_URL, OPERATOR_FOLDER, PORT = '443', CONTROL_PORT = '4600' } = process.env;
const { BARE, LATENCY_MS = '0', RATE_LIMITS } = process.env;
if (!SITE_URL || !OPERATOR_FOLDER) throw new Error('SITE_URL and OPERATOR_FOLDER must be set.');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));

const untilTheEnd = { add: <T>(starting: Promise<T>) => starting };
const options = {
  ...{ siteUrl: SITE_URL, host: '0.0.0.0', port: Number(PORT) },
  ...{ latencyMs: Number(LATENCY_MS), rateLimits: RATE_LIMITS === 'true' },
};
const start = BARE === 'true' ? startBareStage : startStage;
const stage: BareStage & Partial<Stage> = await start(options, untilTheEnd);
const secrets = stage.operator?.secrets ?? {
  firebase_service_account: JSON.stringify(await stage.identity.serviceAccount()),
};
await writeOperatorFiles({ ...stage, secrets }, OPERATOR_FOLDER);
await startStageControl(stage, Number(CONTROL_PORT));
process.stdout.write(
  `${JSON.stringify({ level: 'info', msg: 'the stage is ready', port: stage.gateway.port })}\n`,
);
