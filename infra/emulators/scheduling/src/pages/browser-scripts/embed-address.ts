type Values = Readonly<Record<string, unknown>>;

export interface EmbedOptions {
  readonly url?: string;
  readonly prefill?: Values & { readonly customAnswers?: Values };
  readonly utm?: Values;
  readonly pageSettings?: Values;
}

const toParameter = (option: string) => option.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The address of the frame: the page's, with everything that the site asks for. */
export function frameAddress(given: string, options: EmbedOptions, embedType: string): string {
  const { prefill: { customAnswers, ...prefill } = {}, utm, pageSettings } = options;
  const url = new URL(given, location.href);
  for (const [option, value] of Object.entries({ ...pageSettings, ...prefill, ...utm, ...customAnswers })) {
    const text = asText(value);
    if (text !== '') url.searchParams.set(toParameter(option), text);
  }
  url.searchParams.set('embed_domain', location.hostname || '1');
  url.searchParams.set('embed_type', embedType);
  return url.href;
}

function asText(value: unknown): string {
  if (value === true) return '1';
  if (value instanceof Date) {
    const [month, day] = [value.getMonth() + 1, value.getDate()].map((part) => String(part).padStart(2, '0'));
    return `${value.getFullYear()}-${month}-${day}`;
  }
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' || typeof value === 'number' ? String(value).replace(/^#/, '') : '';
}
