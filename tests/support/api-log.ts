interface LogLine {
  readonly level: string;
  readonly emulated?: boolean;
}

/** Parses an API log: whether it reports live mode, and all lines above level info. */
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
