import { CONFIG_SCHEMA } from './config.ts';

interface Node {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Node[];
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

export interface Setting {
  /** For example `stripe.prices[].unitAmount`. */
  readonly path: string;
  readonly type: string;
  readonly description: string;
}

/** Lists every setting of the config, in the order of the schema. */
export function listSettings(schema: Node = CONFIG_SCHEMA, prefix = ''): Setting[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, node]) => {
    const path = `${prefix}${name}`;
    const inner = node.items?.properties ? node.items : (node.anyOf?.[0] ?? node);
    const isRequired = prefix.endsWith('[].') && schema.required?.includes(name);
    const description = [node.description, isRequired && 'required'].filter(Boolean).join('; ');
    return [
      ...(node.properties && description === '' ? [] : [{ path, type: typeName(node), description }]),
      ...listSettings(inner, node.items ? `${path}[].` : `${path}.`),
    ];
  });
}

function typeName({ type = '', enum: choices, anyOf, items }: Node): string {
  if (choices) return choices.join(', ');
  if (anyOf) return anyOf.map((choice) => typeName(choice)).join(' or ');
  return items ? `list of ${typeName(items)}` : type;
}
