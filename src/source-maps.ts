import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const maps = new Map<string, SourceMap | undefined>();

/** Returns undefined for packages, and for files without a source map. */
function readMap(file: string): SourceMap | undefined {
  if (file.includes('node_modules')) return undefined;
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function mapOf(url: string): SourceMap | undefined {
  if (!maps.has(url)) maps.set(url, readMap(`${fileURLToPath(url)}.map`));
  return maps.get(url);
}

function original(position: string, url: string, line: string, column: string): string {
  const entry = mapOf(url)?.findEntry(Number(line) - 1, Number(column) - 1);
  // findEntry returns the closest entry before the position, also for a line that has no entry of its own
  if (!entry || !('originalSource' in entry) || entry.generatedLine !== Number(line) - 1) return position;
  return `${new URL(entry.originalSource, url).href}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

/**
 * From now on stacks show lines of the sources. The maps are read with the first stack: `--enable-source-maps` reads
 * them at the start, which takes 0.2 s of CPU and 30 MB. It is called when everything is loaded, because MikroORM reads
 * the stacks of the decorators of all entities.
 */
export function useSourceMaps(): void {
  Error.prepareStackTrace = (error, sites) =>
    [
      Error.prototype.toString.call(error),
      ...sites.map((site) => `    at ${site}`.replace(/(file:\S+?):(\d+):(\d+)/, original)),
    ].join('\n');
}
