import { readdir, readFile, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../../scripts/step.ts';
import { copyTree, type TreeCopy } from '../../support/owner/tree-copy.ts';

const SOURCE = 'infra/emulators/stripe/src/extensions';
const LIST = `${SOURCE}/extensions.ts`;
const TESTS = 'infra/emulators/tests/conformance/stripe';
const TYPE_SCRIPT = 'node_modules/typescript/bin/tsc';
const VITEST = 'node_modules/vitest/vitest.mjs';

/** The files of tests that show an extension. */
const FILES: readonly string[] = [
  'acting-accounts',
  'billing-thresholds',
  'connected-accounts',
  'credit-notes',
  'entitlements',
  'files',
  'metered-prices',
  'payment-links',
  'payout-reversals',
  'payouts',
  'persons',
  'quotes',
  'shared-invoices',
  'shared-payments',
  'stripe-cli',
  'tax-calculations',
  'topups',
  'transfers',
  'what-stripe-reads',
];

/** The tests that name one elsewhere. */
const TESTS_ELSEWHERE: readonly string[] = [
  ...['2020-08-27', '2022-11-15', '2023-10-16', '2024-06-20', '2025-02-24.acacia'].map(
    (version) => `${version} expands the discount of a subscription and an invoice, also if there is none`,
  ),
  'requests the capabilities of a list',
  'takes a bank account by itself',
  'rejects a real number of an American bank_account',
  'rejects a real number of an American external_account',
  'rejects an American routing number without nine digits',
  'names the card that it does not take',
  'pays out in a currency in which nobody is charged',
  'a payment method domain is registered once, with every payment method active',
  'a payment method domain can be disabled, validated and found by its name',
  'an Apple Pay domain is registered once and can be deleted',
  'what Stripe rejects before it runs a call is an account that is not connected',
  'a list of what the account does not have is empty: accounts',
  'a list of what the account does not have is empty: transfers',
  'a list of what the account does not have is empty: application_fees',
  'a list of what the account does not have is empty: entitlements/features',
  'a list of what the account does not have is empty: billing/meters',
  'a list of what the account does not have is empty below an object that exists',
  'a payment method that redirects needs no mandate of the app if Stripe’s script confirms, which asks for one',
  'an object in an earlier version SDK 17, 2025-02-24.acacia: a credit note has one refund, and its lines have tax amounts',
  'an object in an earlier version SDK 11, 2020-08-27: a credit note has one refund, and its lines have tax amounts',
  'an object in an earlier version acacia: the refund of a credit note without one is null',
  'the balance has a transaction with a fee for each charge, pending for two days',
  'the balance lists transactions by page and filter, newest first',
  'manual capture of a checkout is what a payment link can ask for',
  'a property of earlier versions is expanded in payments and charges',
  'an archived product is not sold, although its price is active',
  'a list filtered by an unknown object is rejected: application_fees by charge',
  'a list filtered by an unknown object is rejected: billing/alerts by meter',
  'a list filtered by an unknown object is rejected: credit_notes by customer',
  'a list filtered by an unknown object is rejected: credit_notes by invoice',
  'a list filtered by an unknown object is rejected: file_links by file',
  'a list filtered by an unknown object is rejected: prices by recurring[meter]',
  'the increment of an authorization changes the part of the destination',
  'the balance of a customer is kept by currency',
  'a credit note for an invoice with a refund credits at most what the refund left',
  'a credit note for an invoice with a refund credits the refund too if it names it',
  'a list is not filtered by too many keys or by an unknown destination',
  'a payment that is confirmed manually is not confirmed with the publishable key',
  'the parameter of an error is within the data of its price',
  'a field that Stripe answers before it describes it is null in payments, their methods and accounts',
  'an invoice embeds ten items of a checkout and of a payment link',
  'an id that does not exist is named as Stripe names it: payouts/po_1',
  'a customer who pays no tax keeps the exemption of finalized invoices, and of their credit notes',
  'a customer who pays no tax is calculated without tax',
  'a tax rate is credited with its line and adds up to its tax',
  'a token of a bank account becomes the bank account of a connected account once',
  'the account retrieves itself and no other',
  'a checkout of a chosen amount opens from a payment link',
  'optional items of a checkout are offered by payment links until they are cleared',
  'an empty value clears the application fee of a payment',
  'an empty value is 501 where Stripe clears a value and the emulator cannot',
];

const folders = async () =>
  (await readdir(join(ROOT, SOURCE), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

async function without(copy: TreeCopy, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(copy.path, SOURCE, name), { recursive: true });
  const isDeleted = (line: string) => names.some((name) => line.includes(`'./${name}/`));
  await copy.edit(LIST, (text) => {
    const kept = text.split('\n').filter((line) => !isDeleted(line));
    return names.length > 1 ? `${kept.join('\n')}\nexport {};\n` : kept.join('\n');
  });
}

async function checkTypes(copy: TreeCopy) {
  const types = 'infra/emulators/all/node_modules';
  await symlink(join(ROOT, types), join(copy.path, types));
  return copy.run('.', TYPE_SCRIPT, '--noEmit', '-p', 'infra/emulators/tsconfig.json');
}

it('can be deleted one by one, and the types still hold', async () => {
  for (const name of await folders()) {
    const copy = await copyTree();
    try {
      await without(copy, [name]);
      expect(await checkTypes(copy), name).toEqual({ code: 0, output: '' });
    } finally {
      await copy.close();
    }
  }
});

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

it('can be deleted together, and all tests pass that do not name one', async () => {
  const copy = await copyTree();
  try {
    await without(copy, await folders());
    const file = join(copy.path, 'report.json');
    const { output } = await copy.run(
      ...['.', VITEST, 'run', '--project', 'conformance', TESTS],
      ...['--reporter=json', `--outputFile=${file}`],
    );
    const report = JSON.parse(await readFile(file, 'utf8').catch(() => output)) as Report;
    const failed = report.testResults
      .filter(({ name }) => !FILES.includes(basename(name, '.test.ts')))
      .flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed'));
    expect(report.numPassedTests).toBeGreaterThan(1500);
    expect(failed.map(({ fullName }) => fullName).filter((name) => !TESTS_ELSEWHERE.includes(name))).toEqual(
      [],
    );
  } finally {
    await copy.close();
  }
});
