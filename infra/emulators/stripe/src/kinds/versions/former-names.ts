import { ApiError } from '../../description/api-error.ts';
import { DESCRIPTION, operationName } from '../../description/description.ts';
import { type FormObject, type FormValue, parseForm } from '../params/form.ts';
import { paramsOfVersion, type WithChanges } from './in-version.ts';

interface Request {
  /** The method and the path. */
  readonly call: string;
  readonly form: string;
  readonly version: string;
}

/** The names of all parameters, such as `items[0][price]`. */
export function* namesIn(value: FormValue, name = ''): Generator<string> {
  if (typeof value === 'string') yield name;
  else
    for (const [key, part] of Object.entries(value))
      yield* namesIn(part, name === '' ? key : `${name}[${key}]`);
}

const toForm = (name: string, value: string): FormObject =>
  parseForm(new URLSearchParams([[name, value]]).toString());

/** The name under which a version takes `param` if it takes `name` for it; undefined otherwise. */
function takenFor(
  context: WithChanges,
  { call, version }: Request,
  param: string,
  [name, value]: readonly [string, string],
): string | undefined {
  for (const newest of namesIn(paramsOfVersion(context, version, call, toForm(name, value)))) {
    const rest = newest.slice(param.length);
    const isPart = newest.startsWith(param) && (rest === '' || rest.startsWith('['));
    if (isPart && name.endsWith(rest)) return name.slice(0, name.length - rest.length);
    if (isPart && rest === `[${name}]`) return name;
  }
  return undefined;
}

/** Errors name a parameter as the version of the request does. */
export function withFormerName(context: WithChanges, error: ApiError, request: Request): ApiError {
  const { param } = error.details;
  if (param === undefined || param === '') return error;
  const removed = Object.entries(DESCRIPTION.removed[operationName(request.call)] ?? {});
  const given = [...new URLSearchParams(request.form)];
  const others = removed.flatMap(([name, since]) => (request.version < since ? [[name, 'x'] as const] : []));
  const isMissing = error.details.code === 'parameter_missing';
  for (const entry of isMissing ? [...given, ...others] : given) {
    const former = takenFor(context, request, param, entry);
    if (former === param) return error;
    if (former === undefined) continue;
    const { status, type, message, details, beforeExecution } = error;
    const named = message.replaceAll(param, former);
    if (!/\bplan\b/.test(former) || details.code !== 'resource_missing') {
      return new ApiError(status, type, named, { ...details, param: former }, beforeExecution);
    }
    // Errors about a missing plan do not say which item named it.
    const missing = named.replace('No such price:', 'No such plan:');
    return new ApiError(status, type, missing, { ...details, param: 'plan' }, beforeExecution);
  }
  return error;
}
