import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler, type JobRun, OnDiscard } from '../../../../core/jobs/job.js';
import { detectStreamFileType } from '../../../../core/storage/file-type.js';
import { newStorageKey, Storage } from '../../../../core/storage/storage.js';
import type { FetchedMedia } from '../../../channels/connections/channels/channel.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { MessageStored } from '../messages.events.js';
import { attachFile, type FetchedFile, fetchableMedia, markDownloadFailed } from './media.queries.js';
import { ThumbnailsService } from './thumbnails.service.js';

/** Downloads a customer's file into our storage, as providers delete files after some days. */
export class FetchMedia extends defineJob<{ messageId: number }>('fetch-media') {}

const backoff = [2, 15, 60, 300, 1800];

@Injectable()
export class FetchMediaHandler {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly storage: Storage,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
    private readonly thumbnails: ThumbnailsService,
  ) {}

  @JobHandler(FetchMedia, { transactional: false, backoff })
  async perform({ messageId }: FetchMedia['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    const message = await this.db.runAs(companyId, () => this.db.row(fetchableMedia(companyId, messageId)));
    if (!message?.ref || message.mediaKey) return;
    try {
      const connection = await this.db.runAs(companyId, () => this.connections.forChannel(message.connectionId));
      const channel = this.channels.get(connection.channel);
      if (message.isDeleted) return await channel.releaseMedia?.(connection, message.ref);
      const file = await this.download(companyId, await channel.fetchMedia(connection, message.ref), message.mime);
      await this.db.runAs(companyId, () => this.attachFile(messageId, file));
      await channel.releaseMedia?.(connection, message.ref);
    } catch (error) {
      if (attempt > backoff.length) await this.db.runAs(companyId, () => this.markFailed(messageId));
      throw error;
    }
  }

  @OnDiscard(FetchMedia)
  async discarded({ messageId }: FetchMedia['payload']): Promise<void> {
    await this.markFailed(messageId);
  }

  private async download(companyId: number, fetched: FetchedMedia, mime: string | null): Promise<FetchedFile> {
    const sniffed = await detectStreamFileType(fetched.stream, mime ?? fetched.mime);
    const key = newStorageKey(companyId, sniffed.extension);
    const { size } = await this.storage.put(key, sniffed.stream, { mime: sniffed.mime });
    const stored = { key, mime: sniffed.mime, size };
    return { ...stored, picture: await this.thumbnails.sizeOf(stored) };
  }

  private async attachFile(messageId: number, file: FetchedFile): Promise<void> {
    const { companyId } = this.db;
    const kept = await this.db.row(attachFile(companyId, messageId, file));
    if (!kept) return this.storage.remove(file.key);
    await this.thumbnails.enqueue(messageId, kept.mediaType, file.mime);
    this.events.emit(new MessageStored({ companyId, messageId, action: 'update' }));
  }

  private async markFailed(messageId: number): Promise<void> {
    const { companyId } = this.db;
    await this.db.run(markDownloadFailed(companyId, messageId));
    this.events.emit(new MessageStored({ companyId, messageId, action: 'update' }));
  }
}
