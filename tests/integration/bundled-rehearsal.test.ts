import { API_PATHS } from '@outharbor/contract/paths';
import { Closing } from '@outharbor/embedded/closing';
import { startRehearsal } from '@outharbor/rehearsal/rehearsal';
import { afterAll, expect, it } from 'vitest';
import { API_ENTRY } from '../../scripts/builds.ts';
import { imageNodeOptions } from '../../scripts/image-node-options.ts';
import { readApiLog } from '../support/api-log.ts';

const closing = new Closing();
afterAll(() => closing.close());

it('the bundled API is ready with live settings and has logged no warnings', async () => {
  let output = '';
  const { api } = await closing.add(
    startRehearsal({
      apiEntry: API_ENTRY,
      apiNodeOptions: imageNodeOptions(),
      onApiOutput: (text) => (output += text),
    }),
  );
  expect((await fetch(`${api.url}${API_PATHS.ready}`)).status).toBe(200);
  // The bundle reads the API reference from adjacent files.
  expect((await fetch(`${api.url}${API_PATHS.docs}/`)).status).toBe(200);
  expect(readApiLog(output)).toEqual({ isLive: true, warnings: [] });
});
