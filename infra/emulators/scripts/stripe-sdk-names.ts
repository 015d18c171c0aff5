import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A declaration of the SDK's types. */
interface Declaration {
  readonly type?: string;
  readonly fields?: string;
  readonly members?: string;
}
type Scope = ReadonlyMap<string, Declaration>;

/** Whether the description has a parameter, such as `items[price]`, of a call. */
export type IsDescribed = (call: string, path: readonly string[]) => boolean | undefined;

const DECLARATION =
  /\s*(?:export )?(?:declare )?(?:(interface|namespace|class) (\w+)(?:<[^{]*>)?(?: extends [^{]+?)? \{|type (\w+) = ([^;]+);|[^;{]*;)/y;

/** The position after the brace that closes the one at `start`. */
function endOfBlock(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}

function readScope(text: string): Scope {
  const found = new Map<string, Declaration>();
  for (let at = 0; ; ) {
    DECLARATION.lastIndex = at;
    const match = DECLARATION.exec(text);
    if (match === null || match[0] === '') return found;
    const [whole, kind, name = '', alias = '', type] = match;
    at += whole.length;
    if (kind === undefined) {
      if (type !== undefined) found.set(alias, { ...found.get(alias), type });
      continue;
    }
    const end = endOfBlock(text, at - 1);
    const body = text.slice(at, end - 1);
    found.set(name, { ...found.get(name), ...(kind === 'namespace' ? { members: body } : { fields: body }) });
    at = end;
  }
}

function* listFields(body: string): Generator<readonly [name: string, type: string]> {
  for (let at = 0; ; ) {
    const match = /^\s*'?(\w+)'?\??: /.exec(body.slice(at));
    if (match === null) return;
    const start = at + match[0].length;
    let depth = 0;
    for (at = start; at < body.length && !(body[at] === ';' && depth === 0); at += 1) {
      depth += '{<('.includes(body[at] as string) ? 1 : '}>)'.includes(body[at] as string) ? -1 : 0;
    }
    yield [match[1] as string, body.slice(start, at)];
    at += 1;
  }
}

function findDeclaration(
  name: string,
  scopes: readonly Scope[],
): [Declaration, readonly Scope[]] | undefined {
  const [head = '', ...rest] = name.split('.');
  const at = scopes.findIndex((scope) => scope.has(head));
  const found = scopes[at]?.get(head);
  if (found === undefined) return undefined;
  const inner = found.members === undefined ? scopes : [readScope(found.members), ...scopes];
  return rest.length === 0
    ? [found, inner]
    : findDeclaration(rest.join('.'), inner.slice(0, 1).concat(scopes));
}

/** The parameters of a type that the description lacks; those within one of them are not named again. */
function* newerIn(
  type: string,
  scopes: readonly Scope[],
  path: readonly string[],
  lacks: (path: readonly string[]) => boolean,
): Generator<readonly string[]> {
  for (const [name] of type.replaceAll(/'[^']*'/g, '').matchAll(/[A-Z][\w.]+/g)) {
    const [found, inner] = findDeclaration(name.replace(/^Stripe\./, ''), scopes) ?? [];
    if (found?.type !== undefined && found.fields === undefined)
      yield* newerIn(found.type, scopes, path, lacks);
    for (const [field, of] of listFields(found?.fields ?? '')) {
      const own = [...path, field];
      if (field === 'expand') continue;
      if (lacks(own)) yield own;
      else yield* newerIn(of, inner ?? scopes, own, lacks);
    }
  }
}

const readText = async (path: string): Promise<string> =>
  (await readFile(path, 'utf8'))
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/^(?:import|export \{).*?;\n/gm, '');

/** What the SDK's types have and the older description lacks, by call; of a newer call nothing is read. */
export async function newerNames(
  sdk: string,
  isDescribed: IsDescribed,
): Promise<Map<string, readonly (readonly string[])[]>> {
  const newer = new Map<string, readonly (readonly string[])[]>();
  const folder = join(sdk, 'esm/resources');
  for await (const path of glob('**/*.js', { cwd: folder, exclude: ['V2/**'] })) {
    const code = await readText(join(folder, path));
    const types = await readText(join(folder, path.replace(/\.js$/, '.d.ts')));
    const scope = readScope(types);
    for (const [, name = '', body = ''] of code.matchAll(
      /export class (\w+) extends StripeResource \{(.*?)\n\}/gs,
    )) {
      const signatures = scope.get(name)?.fields ?? '';
      const calls = body.matchAll(
        /\n {4}(\w+)\([^)]*\) \{\s*return this\._makeRequest\('(\w+)', [`']([^`']+)[`']/g,
      );
      for (const [, method = '', verb = '', url = ''] of calls) {
        const call = `${verb} ${url.replaceAll(/\$\{.*?\}/g, ':id')}`;
        const params = new RegExp(`(?<!\\w)${method}\\([^)]*params\\??: ([\\w.]+)`).exec(signatures)?.[1];
        if (isDescribed(call, []) === undefined) newer.set(call, []);
        if (params === undefined || isDescribed(call, []) === undefined) continue;
        const names = [...newerIn(params, [scope], [], (own) => isDescribed(call, own) === false)];
        newer.set(call, [...(newer.get(call) ?? []), ...names]);
      }
    }
  }
  return newer;
}
