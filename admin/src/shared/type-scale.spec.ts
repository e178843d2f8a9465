import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(process.cwd(), 'admin/src');
const sources = globSync('**/*.{ts,tsx}', { cwd: root }).filter((path) => !path.endsWith('.spec.ts'));
const literal = /(?<!html)font-?size['"]?: *['"`]?[\d.]+|fontSize=\{/i;

it('every text and icon takes its size from the scale', () => {
  const offenders = sources.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (literal.test(line) ? `${path}:${index + 1} ${line.trim()}` : [])),
  );
  expect(offenders).toEqual([]);
});
