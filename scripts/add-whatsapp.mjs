import './lib/root.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * `npm run add:whatsapp`: installs the library of connections by QR code, which `npm ci` leaves out and removes (ADR 34).
 * `--save-prod` keeps npm 11 from removing an optional peer at once; `--no-save` leaves package.json and lock file as they are.
 */
const { baileys: version } = JSON.parse(readFileSync('package.json', 'utf8')).peerDependencies;
const args = ['install', '--no-save', '--save-prod', '--ignore-scripts', '--no-audit', '--no-fund'];
// of an installation without those for development npm would add them
if (!existsSync('node_modules/typescript')) args.push('--omit=dev');
// the npm that runs this script
const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
const [command, ...before] = npm;
const { status } = spawnSync(command, [...before, ...args, `baileys@${version}`], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const file = 'node_modules/baileys/package.json';
if (status !== 0 || !existsSync(file) || JSON.parse(readFileSync(file, 'utf8')).version !== version) {
  process.stderr.write(`baileys ${version} was not installed: does this machine reach the registry of npm?\n`);
  process.exit(1);
}
process.stdout.write(`baileys ${version} is installed: restart Atende. After \`npm ci\` run this again.\n`);
