import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { ConversionFailed, Transcoder } from '../../../../core/processing/transcoder.js';
import { FileNotFound, newStorageKey, Storage } from '../../../../core/storage/storage.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { DeliveryStatusService } from '../delivery-status/delivery-status.service.js';
import { deliveryErrorTexts } from '../messages.errors.js';
import { MessageStored } from '../messages.events.js';
import { attachConverted, attachCopy, originalOfCopy, queuedRecording, sendAsAudioFile } from './media.queries.js';
import { ThumbnailsService } from './thumbnails.service.js';

/** Converts a recording to the voice format of its channel. */
export class ConvertVoice extends defineJob<{ messageId: number }>('convert-voice') {}

/** Copies the file of a forwarded message, so that deleting the original does not remove the copy. */
export class CopyMedia extends defineJob<{ messageId: number }>('copy-media') {}

const convertBackoff = [2, 10];
const copyBackoff = [2, 10, 60];
/** Formats that WhatsApp plays: a recording in one of them is sent as an audio file when its conversion fails. */
const playable = /^audio\/(aac|mp4|mpeg|amr)$/;

/** Jobs that prepare the file of a message right before the message is sent. */
@Injectable()
export class OutboundMedia {
  private readonly logger = new Logger('Voice');

  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly storage: Storage,
    private readonly channels: ChannelsService,
    private readonly deliveryStatus: DeliveryStatusService,
    private readonly thumbnails: ThumbnailsService,
    private readonly transcoder: Transcoder,
  ) {}

  /** Screens play the original, whose address stays the same; the converted file is only sent to the channel. */
  @JobHandler(ConvertVoice, { transactional: false, backoff: convertBackoff })
  async convert({ messageId }: ConvertVoice['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    const recording = await this.db.runAs(companyId, () => this.db.row(queuedRecording(companyId, messageId)));
    const voiceMime = recording && this.channels.get(recording.channel).voiceMime;
    if (!recording || !voiceMime) return;
    try {
      const { stream } = await this.storage.open(recording.mediaKey);
      const converted = await this.transcoder.toVoiceMessage(stream, recording.mime);
      const key = newStorageKey(companyId, 'ogg');
      const { size } = await this.storage.put(key, converted.open(), { mime: voiceMime }).finally(converted.dispose);
      await this.db.runAs(companyId, () => this.storeConverted(messageId, { key, mime: voiceMime, size }));
    } catch (error) {
      if (!(error instanceof ConversionFailed) && attempt <= convertBackoff.length) throw error;
      this.logger.warn({ msg: 'recording not converted', messageId, reason: String(error) });
      await this.db.runAs(companyId, () => this.sendUnconverted(messageId, recording.mime));
    }
  }

  private async storeConverted(messageId: number, file: { key: string; mime: string; size: number }): Promise<void> {
    const kept = await this.db.run(attachConverted(this.db.companyId, messageId, file));
    // the message was deleted, or another attempt has stored the file
    if (kept === 0) await this.storage.remove(file.key);
  }

  private async sendUnconverted(messageId: number, mime: string): Promise<void> {
    if (!playable.test(mime)) return this.deliveryStatus.markFailed(messageId, 'ERR_VOICE', deliveryErrorTexts.noVoice);
    await this.db.run(sendAsAudioFile(this.db.companyId, messageId));
  }

  @JobHandler(CopyMedia, { transactional: false, backoff: copyBackoff })
  async copy({ messageId }: CopyMedia['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    const original = await this.db.runAs(companyId, () => this.originalKey(messageId));
    if (!original) return;
    const key = newStorageKey(companyId, /\.(\w+)$/.exec(original)?.[1] ?? '');
    try {
      const { size } = await this.storage.copy(original, key);
      await this.db.runAs(companyId, () => this.storeCopy(messageId, key, size));
    } catch (error) {
      if (!(error instanceof FileNotFound) && attempt <= copyBackoff.length) throw error;
      const text = error instanceof FileNotFound ? deliveryErrorTexts.noOriginal : deliveryErrorTexts.noMedia;
      await this.db.runAs(companyId, () => this.deliveryStatus.markFailed(messageId, 'ERR_FORWARD_WAPP_MSG', text));
    }
  }

  private async originalKey(messageId: number): Promise<string | undefined> {
    const row = await this.db.row(originalOfCopy(this.db.companyId, messageId));
    return row?.key;
  }

  private async storeCopy(messageId: number, key: string, size: number): Promise<void> {
    const { companyId } = this.db;
    const kept = await this.db.row(attachCopy(companyId, messageId, { key, size }));
    // the message was deleted, or another attempt has stored the file
    if (!kept) return this.storage.remove(key);
    await this.thumbnails.enqueue(messageId, kept.mediaType, kept.mime);
    this.events.emit(new MessageStored({ companyId, messageId, action: 'update' }));
  }
}
