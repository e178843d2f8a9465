import { Global, Module } from '@nestjs/common';
import { LocalStorage } from './local-storage.js';
import { MediaController } from './media.controller.js';
import { MediaUrls } from './media-urls.js';
import { FilesRemover } from './remove-files.job.js';
import { Storage } from './storage.js';

@Global()
@Module({
  controllers: [MediaController],
  providers: [{ provide: Storage, useClass: LocalStorage }, MediaUrls, FilesRemover],
  exports: [Storage, MediaUrls],
})
export class StorageModule {}
