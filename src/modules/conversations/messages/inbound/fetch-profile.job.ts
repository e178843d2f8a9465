import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { detectStreamFileType } from '../../../../core/storage/file-type.js';
import { newStorageKey, Storage } from '../../../../core/storage/storage.js';
import type { ChannelConnection } from '../../../channels/connections/channels/channel.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { ContactsService } from '../../../contacts/contacts/crud/contacts.service.js';

/** Asks the provider for the name and the picture of a new contact. */
export class FetchProfile extends defineJob<{ connectionId: number; contactId: number }>('fetch-profile') {}

const backoff = [5, 60, 600];

@Injectable()
export class FetchProfileHandler {
  private readonly logger = new Logger('Profiles');

  constructor(
    private readonly db: Db,
    private readonly storage: Storage,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
    private readonly contacts: ContactsService,
  ) {}

  /** After the last attempt the failure is only logged. */
  @JobHandler(FetchProfile, { transactional: false, backoff })
  async perform(
    { connectionId, contactId }: FetchProfile['payload'],
    { companyId = 0, attempt }: JobRun,
  ): Promise<void> {
    try {
      const found = await this.db.runAs(companyId, async () => {
        const contact = await this.contacts.findRecord(contactId);
        return contact && { contact, connection: await this.connections.forChannel(connectionId) };
      });
      if (!found) return;
      const { contact, connection } = found;
      const profile = await this.channels.get(connection.channel).profile?.(connection, contact.number);
      if (!profile) return;
      const picture = profile.pictureRef && (await this.storePicture(connection, profile.pictureRef));
      await this.db.runAs(companyId, () => this.contacts.applyProfile(contactId, profile.name, picture));
    } catch (error) {
      if (attempt <= backoff.length) throw error;
      this.logger.warn({ msg: 'profile not fetched', contactId, reason: String(error) });
    }
  }

  /** Copies the picture, as its address expires within days. @returns the storage key; null if it is no image */
  private async storePicture(connection: ChannelConnection, ref: string): Promise<string | null> {
    const fetched = await this.channels.get(connection.channel).fetchMedia(connection, ref);
    const sniffed = await detectStreamFileType(fetched.stream, fetched.mime);
    if (!sniffed.mime.startsWith('image/')) {
      sniffed.stream.destroy();
      return null;
    }
    const key = newStorageKey(connection.companyId, sniffed.extension);
    await this.storage.put(key, sniffed.stream, { mime: sniffed.mime });
    return key;
  }
}
