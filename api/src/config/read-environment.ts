import { Compile } from 'typebox/compile';
import { Environment, SECRET_VARIABLES } from './environment.ts';

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;
export type ReadFile = (path: string) => string;

const compiled = Compile(Environment);

/**
 * Selects the API's variables, applies defaults and validates them. Collects every fault, not just the first.
 */
export function readEnvironment(variables: EnvironmentVariables, readFile: ReadFile) {
  const faults: string[] = [];
  const values = withSecretsFromFiles(withDefaults(variables), variables, readFile, faults);
  for (const [name, schema] of Object.entries(Environment.properties)) {
    const value = values[name];
    if (value !== undefined && Compile(schema).Check(value)) continue;
    if (value === undefined && !Environment.required.some((required) => required === name)) continue;
    const description = 'description' in schema ? String(schema.description) : 'valid';
    faults.push(
      value === undefined ? `${name} is missing: ${description}` : `${name} must be ${description}`,
    );
  }
  return { environment: compiled.Check(values) ? values : undefined, faults, origin: originIn(variables) };
}

/** The variable or file that a secret's value came from. */
function originIn(variables: EnvironmentVariables): (name: string) => string {
  return (name) => {
    const file = variables[`${name}_FILE`];
    return file ? `${name}_FILE (${file})` : name;
  };
}

function withDefaults(variables: EnvironmentVariables): Record<string, string | undefined> {
  const values: Record<string, string | undefined> = {};
  for (const [name, schema] of Object.entries(Environment.properties)) {
    // Compose passes an unset variable as an empty string.
    const given = variables[name] === '' ? undefined : variables[name];
    const optional = !Environment.required.some((required) => required === name);
    const fallback = 'default' in schema && !optional ? String(schema.default) : undefined;
    const value = given ?? fallback;
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function withSecretsFromFiles(
  values: Record<string, string | undefined>,
  variables: EnvironmentVariables,
  readFile: ReadFile,
  faults: string[],
): Record<string, string | undefined> {
  for (const name of SECRET_VARIABLES) {
    const path = variables[`${name}_FILE`];
    if (path === undefined || path === '') continue;
    if (values[name] !== undefined) {
      faults.push(`${name} and ${name}_FILE are both set: use one of them`);
      continue;
    }
    try {
      values[name] = readFile(path).trim();
    } catch {
      faults.push(`${name}_FILE points to a file that cannot be read: ${path}`);
    }
  }
  return values;
}
