import type { AppConfig } from './core/config/config.js';
import { productVersion } from './core/config/product-version.js';
import { demoLogins, demoPassword } from './demo/logins.js';

/** Prints the banner at the start, directly to the terminal instead of the log. */
export function banner(config: AppConfig, notes: readonly string[]): void {
  const lines = [`Atende ${productVersion()}  ${config.publicUrl}`];
  if (config.demo)
    lines.push(...demoLogins.map(({ email, role }) => `  ${email.padEnd(24)} ${role}`), `  senha: ${demoPassword}`);
  lines.push(...[...config.warnings, ...notes].map((warning) => `! ${warning}`));
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}
