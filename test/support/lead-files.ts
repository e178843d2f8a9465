import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { type LeadFileOptions, writeLeadFiles } from '../../src/demo/lead-files.js';

/** A folder with the tables of so many made-up companies, as they are published. */
export async function leadFolder(
  companies: number,
  parts = 1,
  options: Omit<LeadFileOptions, 'companies' | 'parts'> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atende-leads-'));
  await writeLeadFiles(folder, { companies, parts, ...options });
  return folder;
}

/** Names of the zip files by what they hold. */
const zipNames: readonly (readonly [RegExp, string])[] = [
  [/Y(\d)\..*EMPRE/, 'Empresas$1.zip'],
  [/Y(\d)\..*ESTABELE/, 'Estabelecimentos$1.zip'],
  [/Y(\d)\..*SOCIO/, 'Socios$1.zip'],
];

/** The same tables, each in a zip file of its own. */
export async function zippedFolder(folder: string): Promise<string> {
  const zipped = await mkdtemp(join(tmpdir(), 'atende-leads-'));
  for (const name of await readdir(folder)) {
    const [pattern, zipName = ''] = zipNames.find(([each]) => each.test(name)) ?? [];
    const to = pattern ? zipName.replace('$1', pattern.exec(name)?.[1] ?? '') : `${name}.zip`;
    await writeFile(join(zipped, to), zipOf(name, await readFile(join(folder, name))));
  }
  return zipped;
}

/** A zip file with one entry. */
export function zipOf(name: string, bytes: Buffer): Buffer {
  const packed = deflateRawSync(bytes);
  const title = Buffer.from(name);
  // from version and flags to the lengths, which local and central header have in common
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(8, 4);
  shared.writeUInt32LE(crc32(bytes), 10);
  shared.writeUInt32LE(packed.length, 14);
  shared.writeUInt32LE(bytes.length, 18);
  shared.writeUInt16LE(title.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, title, packed]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, Buffer.alloc(14), title]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
