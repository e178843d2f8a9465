import type { AppConfig } from './core/config/config.js';
import { demoLogins, demoPassword } from './demo/logins.js';

/** What somebody who just started it needs to know; the one thing printed outside the log. */
export function banner(config: AppConfig, notes: readonly string[]): void {
  const lines = [`Atende  ${config.publicUrl}`];
  if (config.demo)
    lines.push(...demoLogins.map(({ email, role }) => `  ${email.padEnd(24)} ${role}`), `  senha: ${demoPassword}`);
  lines.push(...[...config.warnings, ...notes].map((warning) => `! ${warning}`));
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}
