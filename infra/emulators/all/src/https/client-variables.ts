/** The variables by which an app in Node.js reaches the real host names, wherever it is and with its own options. */
export function realNamesOfNode(
  { host, port }: { readonly host: string; readonly port: number },
  { NODE_OPTIONS: own }: NodeJS.ProcessEnv = process.env,
): Readonly<Record<string, string>> {
  const module = import.meta.resolve('@outharbor/emulators/real-names');
  return {
    NODE_OPTIONS: [own, `--import=${module}`].filter(Boolean).join(' '),
    EMULATORS_NAMES_PORT: String(port),
    ...(host !== '127.0.0.1' && { EMULATORS_NAMES_HOST: host }),
  };
}
