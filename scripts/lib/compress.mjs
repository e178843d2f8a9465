import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const texts = /\.(js|css|svg)$/;
/** Below it a compressed answer saves no packet. */
const worthBytes = 1_000;
const ways = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  // browsers ask for brotli over https only
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** Writes compressed copies beside the text files of a folder at build time. */
export async function compress(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((file) => texts.test(file));
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file);
      const bytes = await readFile(path);
      if (bytes.length < worthBytes) return;
      for (const [ending, way] of Object.entries(ways)) {
        const smaller = await way(bytes);
        if (smaller.length < bytes.length) await writeFile(`${path}.${ending}`, smaller);
      }
    }),
  );
}
