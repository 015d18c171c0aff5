import { isValidKey } from '../tree/node-path.ts';
import { compileRule } from './compile-expression.ts';
import type { Scope } from './expression-scope.ts';
import { type Located, type LocatedObject, parseJsonWithComments } from './json-with-comments.ts';
import type { Rule, RuleNode } from './rule-node.ts';
import { CompileError, RulesError } from './rules-error.ts';

interface Place {
  readonly location: string;
  readonly captures: readonly string[];
}

/** Compiles the text of a rules file; throws a RulesError with the line and the reason. */
export function loadRules(text: string): RuleNode {
  const file = parseJsonWithComments(text);
  const rules = file.value instanceof Map ? file.value.get('rules') : undefined;
  if (!rules || (file.value as LocatedObject).size !== 1) {
    throw new RulesError("a rules file must be an object with the single key 'rules'", file.line);
  }
  return loadLevel(rules, { location: '/', captures: [] });
}

function loadLevel(level: Located, place: Place): RuleNode {
  if (!(level.value instanceof Map))
    throw new RulesError(`the rules at ${place.location} must be an object`, level.line);
  const node: Mutable<RuleNode> = { indexOn: [], children: new Map() };
  const children = new Map<string, RuleNode>();
  for (const [key, entry] of level.value as LocatedObject) {
    if (key.startsWith('.')) loadDirective(node, key, entry, place);
    else if (key.startsWith('$')) {
      if (node.wildcard)
        throw new RulesError(`more than one variable at ${place.location}: ${key}`, entry.line);
      if (place.captures.includes(key))
        throw new RulesError(`the variable ${key} is already defined`, entry.line);
      node.wildcard = { name: key, node: loadLevel(entry, below(place, key)) };
    } else if (!isValidKey(key)) {
      throw new RulesError(`invalid key ${JSON.stringify(key)}`, entry.line);
    } else children.set(key, loadLevel(entry, below(place, key)));
  }
  return { ...node, children };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function below(place: Place, key: string): Place {
  return {
    location: place.location === '/' ? `/${key}` : `${place.location}/${key}`,
    captures: key.startsWith('$') ? [...place.captures, key] : place.captures,
  };
}

function loadDirective(node: Mutable<RuleNode>, key: string, entry: Located, place: Place): void {
  if (key === '.read') node.read = loadRule('read', entry, place);
  else if (key === '.write') node.write = loadRule('write', entry, place);
  else if (key === '.validate') node.validate = loadRule('validate', entry, place);
  else if (key === '.indexOn') node.indexOn = loadIndexes(entry);
  else throw new RulesError(`unknown directive ${key} at ${place.location}`, entry.line);
}

function loadRule(kind: Scope['kind'], { value, line }: Located, place: Place): Rule {
  if (typeof value !== 'string' && typeof value !== 'boolean') {
    throw new RulesError(`the .${kind} rule at ${place.location} must be a string or a boolean`, line);
  }
  const source = String(value);
  try {
    const expression = compileRule(source, { kind, captures: place.captures });
    const evaluations = { true: 0, false: 0, error: 0 };
    return { kind: `.${kind}`, path: place.location, source, line, expression, evaluations };
  } catch (error) {
    if (error instanceof RangeError) {
      throw new RulesError(`the .${kind} rule at ${place.location} is nested too deeply`, line);
    }
    if (!(error instanceof CompileError)) throw error;
    const at = line + source.slice(0, error.offset).split('\n').length - 1;
    throw new RulesError(`the .${kind} rule at ${place.location}: ${error.message}`, at);
  }
}

function loadIndexes({ value, line }: Located): string[] {
  const names = Array.isArray(value) ? value.map((item: Located) => item.value) : [value];
  return names.map((name) => {
    if (typeof name !== 'string')
      throw new RulesError('.indexOn must be a string or a list of strings', line);
    return name;
  });
}
