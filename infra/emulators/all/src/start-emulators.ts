import type { EmulatorsConfig } from './config/config-types.ts';
import { applyConfig, structureOf } from './services/apply-config.ts';
import type { Running } from './services/running.ts';
import { SERVICES, type Service } from './services/services.ts';
import { startServices } from './services/start-services.ts';

export type { EmulatorsConfig } from './config/config-types.ts';
export type { Service } from './services/services.ts';

export interface EmulatorsOptions {
  /** All when absent. The console needs the other four. */
  readonly services?: readonly Service[];
  readonly config?: EmulatorsConfig;
  readonly host?: string;
  /** Takes free ports where the config names none, so that several can run at once; true when absent. */
  readonly freePorts?: boolean;
  /** Where the state is kept between runs; in memory alone when absent. */
  readonly stateDir?: string;
  readonly onWarning?: (message: string) => void;
}

export interface Emulators extends Running {
  /** Adds what the config has and sets rules, webhooks and faults. Resolves with whether the rest needs a restart. */
  apply(config: EmulatorsConfig): Promise<{ readonly needsRestart: boolean }>;
  /** Resets every emulator and applies the config again. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Starts any set of emulators in this process. Nothing stays open when it fails. */
export async function startEmulators(options: EmulatorsOptions = {}): Promise<Emulators> {
  const { services = SERVICES, host = '127.0.0.1', freePorts = true, stateDir } = options;
  const { onWarning = (message) => process.emitWarning(message) } = options;
  const started: { close(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    for (const each of started.splice(0).reverse()) await each.close();
  };
  let config = options.config ?? {};
  try {
    const running = await startServices(
      { services: new Set(services), config, host, freePorts, stateDir, onWarning },
      (each) => started.push(each),
    );
    await applyConfig(running, config);
    return {
      ...running,
      apply: async (wanted) => {
        const needsRestart = structureOf(wanted) !== structureOf(config);
        config = wanted;
        await applyConfig(running, config);
        return { needsRestart };
      },
      reset: async () => {
        const { stripe, scheduling, database, identity } = running;
        // Services that cause effects in others are reset first.
        for (const each of [stripe, scheduling, database, identity]) await each?.reset();
        await applyConfig(running, config);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
