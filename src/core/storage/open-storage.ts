import type { AppConfig } from '../config/config.js';
import { LocalStorage } from './local-storage.js';
import type { Storage } from './storage.js';

/** Opens the configured storage. @throws ConfigError when its server refuses the configuration */
export async function openStorage(config: AppConfig): Promise<Storage> {
  if (config.bucket === null) return new LocalStorage(config);
  // the S3 library is only loaded when a bucket is configured
  const { S3Storage } = await import('./s3-storage.js');
  const storage = new S3Storage(config.bucket);
  await storage.check();
  return storage;
}
