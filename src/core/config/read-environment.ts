import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { type Values, type VariableName, variables } from './variables.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Every error of the configuration, one a line. */
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

/** Reads every declared variable and collects the errors; an empty value counts as absent. */
export function readEnvironment(environment: Environment): { values: Values; faults: string[] } {
  const values: Partial<Record<VariableName, unknown>> = {};
  const faults: string[] = [];
  for (const name of Object.keys(variables) as VariableName[]) {
    const given = environment[name]?.trim();
    if (!given) continue;
    const { secret, parse } = variables[name];
    try {
      values[name] = parse(given);
    } catch (error) {
      faults.push(`${name} ${(error as Error).message}${secret ? '' : ` (it is "${given}")`}`);
    }
  }
  return { values: values as Values, faults };
}
