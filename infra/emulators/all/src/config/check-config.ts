import { Value } from 'typebox/value';
import { ConfigSchema } from './config-schema.ts';
import type { EmulatorsConfig } from './config-types.ts';

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Checks a config; throws a ConfigError that names every fault by its place. */
export function checkConfig(value: unknown): EmulatorsConfig {
  if (Value.Check(ConfigSchema, value)) return value;
  const faults = Value.Errors(ConfigSchema, value).flatMap(faultsOf);
  throw new ConfigError([...new Set(faults)].join('\n'));
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

function faultsOf({ keyword, instancePath, message, params }: SchemaError): string[] {
  const place = instancePath.slice(1).replaceAll('/', '.') || 'the config';
  // Repeated for every unknown setting.
  if (keyword === 'boolean') return [];
  if ('additionalProperties' in params) {
    return [params.additionalProperties].flat().map((name) => `${place} has no setting "${name}"`);
  }
  if ('requiredProperties' in params) {
    return [params.requiredProperties].flat().map((name) => `${place} needs "${name}"`);
  }
  if ('allowedValues' in params)
    return [`${place} must be one of ${[params.allowedValues].flat().join(', ')}`];
  return [`${place} ${message}`];
}
