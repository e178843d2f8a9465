import 'reflect-metadata';
import { boot } from './boot.js';
import { AppConfig, ConfigError } from './core/config/config.js';

try {
  await boot(AppConfig.load());
} catch (error) {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
}
