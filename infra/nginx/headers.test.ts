import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COMMON_HEADERS } from '../embedded/src/front-door/security-headers.ts';

const conf = (await readFile(join(import.meta.dirname, 'conf/headers.conf'), 'utf8')).toLowerCase();

it.each(Object.entries(COMMON_HEADERS))(
  "sends %s as the front door on Node does, instead of an upstream's",
  (name, value) => {
    const sent = new RegExp(`^add_header ${name} '?([^';]*)'? always;$`, 'm').exec(conf);
    expect(sent?.[1]).toBe(value);
    expect(conf).toContain(`proxy_hide_header ${name};`);
  },
);
