import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { allVariables, type Values } from './variables.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The values of the variables: those of core with their types, those of modules by name. */
export type EnvironmentValues = Values & Readonly<Record<string, unknown>>;

/** Lists every error of the configuration, one per line. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(
      [
        'The configuration is not usable:',
        ...faults.map((fault) => `  - ${fault}`),
        'Every variable is explained in .env.example.',
      ].join('\n'),
    );
    this.name = 'ConfigError';
  }
}

/** The environment of the process, which takes precedence over the `.env` of the working folder. */
export function environmentWithDotEnv(): Environment {
  const file = resolve('.env');
  if (existsSync(file)) loadEnvFile(file);
  return process.env;
}

/** Reads every declared variable and collects the errors; an empty value counts as not set. */
export function readEnvironment(environment: Environment): { values: EnvironmentValues; faults: string[] } {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, { comments, secret, parse }] of allVariables()) {
    const given = environment[name]?.trim();
    if (!given) continue;
    // systemd and docker treat a comment after the value as a part of it
    if (comments?.test(given)) {
      faults.push(`${name} has a comment behind its value: write comments on lines of their own`);
      continue;
    }
    try {
      values[name] = parse(given);
    } catch (error) {
      faults.push(`${name} ${(error as Error).message}${secret ? '' : ` (it is "${given}")`}`);
    }
  }
  return { values: values as EnvironmentValues, faults };
}
