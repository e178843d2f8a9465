import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const out = resolve('dist/server');
const main = join(out, 'src/main.js');

/** Loaded from node_modules: what has native code or files of its own, and what few installations use. */
const external = [/^(@aws-sdk|@ffmpeg-installer|@node-rs|swagger-ui-dist)\//, /^(baileys|sharp)$/];

/** Our compiled files; paths relative to `import.meta.url` keep pointing to where each was. */
const own = {
  name: 'own',
  load: {
    filter: { id: /[\\/]dist[\\/]server[\\/]src[\\/]/ },
    async handler(file) {
      const imports = [];
      const code = (await readFile(file, 'utf8'))
        // of src/declarations.ts, whose files are part of the bundle
        .replace(/await importDeclarations\('([^']+)'\)/g, (_, kind) => {
          const names = globSync(`src/{core,modules}/**/*.${kind}.js`, { cwd: out })
            .toSorted()
            .map((found) => {
              const name = `declaration${imports.length}`;
              imports.push(`import * as ${name} from ${JSON.stringify(join(out, found))};`);
              return name;
            });
          return `[${names}]`;
        })
        .replaceAll('import.meta.url', `new URL('../${relative(out, file)}', import.meta.url).href`);
      if (
        /import\.meta\.(dirname|filename)\b/.test(code) ||
        (code.includes('importDeclarations(') && !file.endsWith('declarations.js'))
      )
        throw new Error(`${file} cannot be bundled: import.meta.url and await importDeclarations('…') only`);
      return { code: imports.join(' ') + code, map: await readFile(`${file}.map`, 'utf8') };
    },
  },
};

/**
 * Packages without lines of their sources: their maps would take several times the memory of ours. What their modules
 * `require` at run time would be a second copy from node_modules, whose classes and metadata are not those of the bundle.
 */
const packages = {
  name: 'packages',
  transform: {
    filter: { id: /[\\/]node_modules[\\/]/ },
    handler: (code) => ({
      code: code.replace(/^const require = createRequire\(import\.meta\.url\);$/m, ''),
      map: { mappings: '' },
    }),
  },
};

/**
 * V8 keeps the text of a file with one character beyond Latin-1 in two bytes each: 9 MB more in every process. Columns in
 * stacks are later behind such a character.
 */
async function escapeWide(file) {
  const code = await readFile(file, 'utf8');
  if (/\\[^\0-\xff]/.test(code)) throw new Error(`${file}: characters beyond Latin-1 cannot be escaped`);
  const escaped = code.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (escaped !== code) await writeFile(file, escaped);
}

/**
 * Replaces dist/server/src/main.js by a bundle of itself and everything it imports: the server starts with half the CPU,
 * which loading some 4,200 files takes. Threads, migrations and the command line use the files as they are.
 */
export async function bundleServer() {
  const bundle = await rolldown({
    input: { main },
    external,
    platform: 'node',
    // optional packages of Nest that are not installed
    onLog: (level, log, report) => log.code !== 'UNRESOLVED_IMPORT' && report(level, log),
    plugins: [own, packages],
  });
  await bundle.write({
    dir: out,
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // both one folder below `out`
    entryFileNames: 'src/main.js',
    chunkFileNames: 'bundle/[name].js',
    keepNames: true,
    // reflect-metadata comes first
    strictExecutionOrder: true,
  });
  await bundle.close();
  await Promise.all([main, ...globSync('bundle/*.js', { cwd: out }).map((name) => join(out, name))].map(escapeWide));
}
