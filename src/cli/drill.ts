import 'reflect-metadata';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AppConfig } from '../core/config/config.js';
import { drill } from './lib/backup/drill.js';
import { exitWithUsage, runCommand } from './lib/run-command.js';

const usage = `Usage: npm run drill -- [<backup>] [--in <folder>]
Takes a backup (or uses the given one), restores it into a PostgreSQL of its own below --in (the temporary folder unless
given), compares rows, files and secrets, starts a server on it that runs no jobs, and removes all of it again.
`;

function readArguments(): { backup: string | undefined; parent: string } {
  try {
    const { values, positionals } = parseArgs({ options: { in: { type: 'string' } }, allowPositionals: true });
    const [backup, ...more] = positionals;
    return more.length === 0 ? { backup, parent: resolve(values.in ?? tmpdir()) } : exitWithUsage(usage);
  } catch (error) {
    return exitWithUsage(`${(error as Error).message}\n${usage}`);
  }
}

const args = readArguments();
await runCommand(() => drill(AppConfig.load(), { ...args, log: (line) => void process.stdout.write(`${line}\n`) }));
