const NAMED_LIKE_SECRETS =
  /"(authorization|cookie|password|token|idToken|secretKey)":(?:"(?:[^"\\]|\\.)*"|[^",{}[\]]+)/gi;

/** Takes the values of fields that are named like secrets, however deep, out of a line of JSON. */
export function redactLine(line: string): string {
  return line.replace(NAMED_LIKE_SECRETS, '"$1":"[redacted]"');
}
