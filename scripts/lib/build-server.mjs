import { copyFileSync, globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { transformFile } from '@swc/core';

const out = 'dist/server';

export const outputOf = (file) => join(out, file.replace(/\.ts$/, '.js'));

const isServed = (file) => !file.endsWith('.spec.ts') && !file.endsWith('.d.ts') && !file.endsWith('.md');

/** Compiles one source file, or copies what is not TypeScript. */
export async function compile(file) {
  const target = outputOf(file);
  mkdirSync(dirname(target), { recursive: true });
  if (!file.endsWith('.ts')) return copyFileSync(file, target);
  const { code, map } = await transformFile(file, {
    sourceMaps: true,
    sourceFileName: relative(dirname(target), file),
  });
  writeFileSync(target, `${code}\n//# sourceMappingURL=${target.split('/').at(-1)}.map\n`);
  writeFileSync(`${target}.map`, map ?? '');
}

/** Compiles src and migrations into dist/server, folder by folder as they are. */
export async function buildServer() {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const files = ['src/**/*', 'migrations/*'].flatMap((pattern) => globSync(pattern));
  await Promise.all(files.filter((file) => isServed(file) && statSync(file).isFile()).map(compile));
}
