import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Other text files have only a few hundred bytes. */
const TEXT = /\.(html|js|css|svg)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes `.gz` and `.br` files for every page, script, style sheet and SVG, at the highest level. */
export async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name));
  await Promise.all(files.map((entry) => compress(path.join(entry.parentPath, entry.name))));
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  await Promise.all([
    zip(text, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
    brotli(text, { params }).then((packed) => writeFile(`${file}.br`, packed)),
  ]);
}
