const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

/** JSON for a script element; escapes `<` so that the JSON cannot end the element. */
export const embeddedJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
