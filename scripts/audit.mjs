import './lib/root.mjs';
import { spawnSync } from 'node:child_process';

/*
 * `npm run audit`: known vulnerabilities of the locked dependencies. Exits with 1 when one is high or critical, and with 2
 * when the registry could not be asked, so that a check that did not happen never looks like a clean one.
 */
const { stdout, stderr } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', maxBuffer: 2 ** 28 });
const report = parse(stdout);
if (!report?.metadata?.vulnerabilities) {
  const reason = report?.message ?? report?.error?.summary ?? stderr.trim();
  const missing = [404, 405, 501].includes(report?.statusCode);
  process.stderr.write(
    `Nothing was checked: ${missing ? 'this registry has no audit endpoint' : 'the registry did not answer'} (${reason}).\n`,
  );
  process.exit(2);
}
const counts = report.metadata.vulnerabilities;
const serious = Object.values(report.vulnerabilities).filter(({ severity }) => /^(high|critical)$/.test(severity));
for (const { name, severity, range, via, fixAvailable } of serious) {
  const titles = via.map((each) => (typeof each === 'string' ? `by ${each}` : `${each.title} ${each.url}`));
  process.stdout.write(`${severity}: ${name} ${range}${fixAvailable ? ' (a fix is available)' : ''}\n`);
  for (const title of new Set(titles)) process.stdout.write(`  ${title}\n`);
}
process.stdout.write(
  `${counts.critical} critical, ${counts.high} high, ${counts.moderate} moderate, ${counts.low} low.\n`,
);
process.exitCode = serious.length > 0 ? 1 : 0;

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
