import { createHash } from 'node:crypto';

export const cspHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Style sheets that the modules inject on import, collected by importing them with a fake document. */
export async function injectedStyles(modules: readonly string[]): Promise<string[]> {
  const texts: string[] = [];
  const element = { appendChild: () => undefined, insertBefore: () => undefined };
  const document = {
    head: element,
    createElement: () => ({ ...element }),
    createTextNode: (text: string) => texts.push(text),
  };
  Object.assign(globalThis, { document });
  try {
    for (const module of modules) await import(module);
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
  }
  return texts;
}
