interface LogLine {
  readonly level: string;
  readonly emulated?: boolean;
}

/** What a log of the API says of how it runs, and everything in it that an operator would have to read. */
export function readApiLog(output: string) {
  const lines = output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LogLine);
  return {
    isLive: lines.some(({ emulated }) => emulated === false),
    warnings: lines.filter(({ level }) => level !== 'info'),
  };
}
