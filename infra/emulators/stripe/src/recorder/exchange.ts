import * as json from '@outharbor/emulator-kit/json-reader';

const readExchanges = json.list(
  json.object({
    method: json.text,
    /** The path with its query. */
    path: json.text,
    /** The API version of the answer; empty if it names none. */
    version: json.anyText,
    /** The body of the request, form-encoded. */
    form: json.anyText,
    status: json.integer(100, 599),
    answer: json.nullable(json.anyObject),
  }),
);

/** One call of Stripe's API, without its key and without anything personal. */
export type Exchange = ReturnType<typeof readExchanges>[number];

/** Reads a recording: a JSON array of exchanges in the order of the calls. */
export function parseRecording(json: string): readonly Exchange[] {
  return readExchanges(JSON.parse(json), 'recording');
}

/** One exchange a line, so that two recordings can be compared line by line. */
export function recordingText(exchanges: readonly Exchange[]): string {
  return `[\n${exchanges.map((exchange) => JSON.stringify(exchange)).join(',\n')}\n]\n`;
}
