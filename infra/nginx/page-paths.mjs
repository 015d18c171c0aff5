// Prints the Nginx variable $page_path: the path of the page that a path means, in any case and with any trailing slashes.
import { PAGE_PATHS } from '@outharbor/contract/paths';

const lines = [...PAGE_PATHS].map(([spelling, path]) => `  '~*^${spelling}/*$' ${path};\n`);
process.stdout.write(`map $uri $page_path {\n  volatile;\n  default '';\n${lines.join('')}}\n`);
