import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const maps = new Map<string, SourceMap | undefined>();

function mapOf(url: string): SourceMap | undefined {
  if (!maps.has(url)) {
    const file = `${fileURLToPath(url)}.map`;
    const isOurs = !file.includes('node_modules') && existsSync(file);
    maps.set(url, isOurs ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined);
  }
  return maps.get(url);
}

function original(position: string, url: string, line: string, column: string): string {
  const origin = mapOf(url)?.findOrigin(Number(line), Number(column));
  if (!origin || !('fileName' in origin)) return position;
  return `${new URL(origin.fileName, url).href}:${origin.lineNumber}:${origin.columnNumber}`;
}

/**
 * Stacks show lines of the sources from now on. The maps are read with the first stack: `--enable-source-maps` reads them at
 * the start, which takes 0.2 s of CPU and 30 MB. Called when everything is loaded, because MikroORM reads the stacks of the
 * decorators of all entities.
 */
export function useSourceMaps(): void {
  Error.prepareStackTrace = (error, sites) =>
    [error, ...sites.map((site) => `    at ${site}`.replace(/(file:\S+?):(\d+):(\d+)/, original))].join('\n');
}
