import type { Context } from '../context.ts';
import type { OperatorTask } from './metrics.ts';

/** Counts and logs what an operator has to settle by hand; docs/runbook.md says how. */
export function tellOperator(
  { logger, metrics }: Pick<Context, 'logger' | 'metrics'>,
  task: OperatorTask,
  details: object,
  message: string,
): void {
  metrics.operatorTasks.inc({ task });
  logger.error({ alert: task, ...details }, message);
}
