import calls from './official-calls.json' with { type: 'json' };

interface Call {
  readonly name: string;
  readonly method: string;
  /** `$<call>.<path>` in it, and in a string of the body, is a value of an earlier answer. */
  readonly path: string;
  readonly body?: object;
}

/** The status and the path and type of each field of every answer, by the name of the call. */
export async function readFields(url: string): Promise<Record<string, readonly string[]>> {
  const answers: Record<string, unknown> = {};
  const fields: Record<string, readonly string[]> = {};
  for (const { name, method, path, body } of calls as readonly Call[]) {
    const isForm = path.startsWith('/securetoken');
    const given = body && JSON.stringify(body, (_, value) => resolve(value, /^\$([^.]+)\.(.+)$/, answers));
    const answer = await fetch(url + resolve(path, /\$([^.]+)\.(\w+)/, answers), {
      method,
      headers: {
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        ...(!path.includes('?key=') && { authorization: 'Bearer owner' }),
      },
      ...(given && { body: isForm ? new URLSearchParams(JSON.parse(given)) : given }),
    });
    answers[name] = await answer.json();
    fields[name] = [String(answer.status), ...new Set(listFields(answers[name], ''))].toSorted();
  }
  return fields;
}

/** Replaces a reference by what it names. */
function resolve<T>(value: T, reference: RegExp, answers: Readonly<Record<string, unknown>>): T | string {
  if (typeof value !== 'string') return value;
  return value.replace(reference, (_all, call: string, path: string) => {
    const found = path.split('.').reduce((at: unknown, key) => {
      if (Array.isArray(at)) return at.find(({ requestType }) => requestType === key) ?? at.at(Number(key));
      return (at as Readonly<Record<string, unknown>> | undefined)?.[key];
    }, answers[call]);
    return String(found);
  });
}

function listFields(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => listFields(each, `${path}[]`));
  if (typeof value !== 'object' || value === null)
    return [`${path}: ${value === null ? 'null' : typeof value}`];
  const entries = Object.entries(value);
  if (entries.length === 0) return [`${path}: {}`];
  return entries.flatMap(([name, each]) => listFields(each, path === '' ? name : `${path}.${name}`));
}
