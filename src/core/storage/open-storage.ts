import type { AppConfig } from '../config/config.js';
import { LocalStorage } from './local-storage.js';
import type { Storage } from './storage.js';

/** The storage of the configuration. @throws ConfigError when its server refuses what is configured */
export async function openStorage(config: AppConfig): Promise<Storage> {
  if (config.bucket === null) return new LocalStorage(config);
  // the library of S3 is loaded only where there is a bucket
  const { S3Storage } = await import('./s3-storage.js');
  const storage = new S3Storage(config.bucket);
  await storage.check();
  return storage;
}
