import { noSuch, notSupported } from '../description/api-error.ts';
import { type Endpoint, get, retrieval } from '../kinds/endpoint.ts';
import { object } from '../kinds/params/composite.ts';
import { listFields, readPage } from '../kinds/read-page.ts';
import { isTaxCode } from './price-params.ts';

const IN_THE_US =
  'Note: The distinction between business use and personal use for this product tax category is relevant only if you have sales in the US.';
const PERSONAL = `for personal use, rather than for use by a commercial enterprise.  ${IN_THE_US}`;
const BUSINESS = `for use by a commercial enterprise.  ${IN_THE_US}`;
const SAAS =
  "Cloud services software delivered over the internet. The software isn't customized for a specific buyer and they don't download anything. The software is intended";
const PAAS =
  'Cloud service providing a platform for users to develop, run, and manage applications. This offering is intended';
const IAAS =
  'Cloud service offering infrastructure resources (specifically server storage, RAM, and CPU usage) over the internet. This offering is intended';
const DOWNLOAD = 'Prewritten ("canned") software that the buyer downloads. The software is intended';

/** The codes of software, digital goods and the general ones, of Stripe's list of several hundred. */
const TAX_CODES: readonly (readonly [id: string, name: string, description: string])[] = [
  [
    'txcd_99999999',
    'General - Tangible Goods',
    'Any tangible or physical good. For jurisdictions that impose a tax, the standard rate is applied.',
  ],
  [
    'txcd_20030000',
    'General - Services',
    'Miscellaneous services. This code will only treat services as taxable if the jurisdiction taxes services generally.',
  ],
  [
    'txcd_10000000',
    'General - Electronically Supplied Services',
    'Any electronically supplied good or service.',
  ],
  [
    'txcd_00000000',
    'Nontaxable',
    'Any nontaxable good or service which can be used to ensure no tax is applied, even for jurisdictions that impose a tax.',
  ],
  ['txcd_10010001', 'Infrastructure as a service (IaaS) - personal use', `${IAAS} ${PERSONAL}`],
  ['txcd_10101000', 'Infrastructure as a service (IaaS) - business use', `${IAAS} ${BUSINESS}`],
  ['txcd_10102000', 'Platform as a service (PaaS) - business use', `${PAAS} ${BUSINESS}`],
  ['txcd_10102001', 'Platform as a Service (PaaS) - personal use', `${PAAS} ${PERSONAL}`],
  ['txcd_10103000', 'Software as a service (SaaS) - personal use', `${SAAS} ${PERSONAL}`],
  ['txcd_10103001', 'Software as a service (SaaS) - business use', `${SAAS} ${BUSINESS}`],
  [
    'txcd_10104001',
    'Cloud-based business process as a service',
    'Cloud service providing business process outsourcing services over the internet.',
  ],
  ['txcd_10202000', 'Downloadable software - personal use', `${DOWNLOAD} ${PERSONAL}`],
  ['txcd_10202003', 'Downloadable software - business use', `${DOWNLOAD} ${BUSINESS}`],
  ['txcd_10302000', 'e-book', 'An electronic book sold with unlimited usage.'],
  [
    'txcd_10701000',
    'Website advertising',
    'Online advertising services such as creating and uploading advertisements on the internet. This is a standalone service that doesn’t involve the sale of tangible personal property.',
  ],
  [
    'txcd_10701100',
    'Website hosting',
    "A service to enable a customer's website to be accessible on the internet.",
  ],
  ['txcd_10701200', 'Website design', 'A service to design a website or webpage.'],
  [
    'txcd_10701300',
    'Website data processing',
    'An online service that allows a customer to create, transform, process, or access data electronically.',
  ],
  [
    'txcd_10701400',
    'Website information services',
    'An online service furnishing information to customers, including online search and data comparison.',
  ],
];

const PATH = '/v1/tax_codes';

const codes = TAX_CODES.map(([id, name, description]) => ({ id, object: 'tax_code', description, name }));

export const taxCodeEndpoints: readonly Endpoint[] = [
  get(PATH, object(listFields), (context, params) =>
    readPage(context, { matches: codes, url: PATH, kind: 'tax code' }, params, (code) => code),
  ),
  retrieval(`${PATH}/:id`, (_context, id) => {
    const found = codes.find((code) => code.id === id);
    if (found !== undefined) return found;
    throw isTaxCode(id) ? notSupported(`the tax code ${id}`) : noSuch('tax code', id);
  }),
];
