import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(js|css|html|svg|json|map|txt)$/;
/** Below this many bytes a compressed file saves nothing worth a second file. */
const WORTH_IT = 1024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.byteLength <= WORTH_IT) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
  };
  const [br, gz] = await Promise.all([toBrotli(content, { params }), toGzip(content, { level: 9 })]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

/** Writes a `.br` and a `.gz` beside every text file over 1 KB below a folder. */
export async function precompress(folder: string): Promise<void> {
  const items = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = items.filter((item) => item.isFile() && TEXT.test(item.name));
  await Promise.all(texts.map((item) => compress(join(item.parentPath, item.name))));
}
