import { describe, expect, it } from 'vitest';
import type { InstalledApp } from './installed-app.ts';

interface NodeRelease {
  readonly version: string;
  /** Path of the binary. */
  readonly program: string;
}

/** Tests the installed packages on a release of Node.js. */
export function describeOnNode(app: () => InstalledApp, { version, program }: NodeRelease): void {
  describe(`on Node.js ${version}`, () => {
    it('serves the Stripe and Firebase SDKs, then exits cleanly and leaves no files', async () => {
      const before = await app().files();
      const command = await app().start(program);
      const answers = JSON.parse(await app().run(program, 'outsider.mjs', command.addresses));
      expect(answers).toEqual({
        productsAtFirst: [],
        page: true,
        leadsTo: true,
        payment: { payment_status: 'paid', amount_total: 1500 },
        record: { name: 'Ada' },
        widget: 200,
        console: true,
      });
      expect(await command.end()).toBe(0);
      const { stripe } = JSON.parse(command.addresses) as { readonly stripe: { readonly url: string } };
      await expect(fetch(stripe.url)).rejects.toThrow();
      expect(await app().files()).toEqual(before);
      expect(command.stderr()).toBe('');
    });

    it('stops when signalled right after it prints its addresses', async () => {
      const command = await app().start(program, 'stripe');
      expect(await command.end()).toBe(0);
    });

    it('starts, resets and stops in a test suite', async () => {
      expect(JSON.parse(await app().run(program, 'in-tests.mjs'))).toEqual([0, ['prod_a']]);
    });
  });
}
