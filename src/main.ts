import 'reflect-metadata';
import { bootstrap } from './bootstrap.js';
import { AppConfig } from './core/config/config.js';
import { ConfigError } from './core/config/read-environment.js';
import { useSourceMaps } from './source-maps.js';

useSourceMaps();
try {
  await bootstrap(AppConfig.load());
} catch (error) {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
}
