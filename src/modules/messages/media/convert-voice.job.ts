import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../../core/database/db.js';
import { defineJob, JobHandler, type JobRun } from '../../../core/jobs/job.js';
import { ConversionFailed, Transcoder } from '../../../core/processing/transcoder.js';
import { newStorageKey, Storage } from '../../../core/storage/storage.js';
import { Channels } from '../../connections/channels/channels.service.js';
import { DeliveryStatusService } from '../delivery-status/delivery-status.service.js';
import { deliveryErrorTexts } from '../messages.errors.js';
import { queuedRecording } from '../outbound/outbound.queries.js';

/** Converts a recording to the voice format of its channel, right before it is sent. */
export class ConvertVoice extends defineJob<{ messageId: number }>('convert-voice') {}

const backoff = [2, 10];
/** Formats that WhatsApp plays as audio files: sent as such when the conversion fails. */
const playable = /^audio\/(aac|mp4|mpeg|amr)$/;

@Injectable()
export class ConvertVoiceHandler {
  private readonly logger = new Logger('Voice');

  constructor(
    private readonly db: Db,
    private readonly storage: Storage,
    private readonly channels: Channels,
    private readonly deliveryStatus: DeliveryStatusService,
    private readonly transcoder: Transcoder,
  ) {}

  /** Our screens play the original, whose address stays the same; the converted file is for the channel only. */
  @JobHandler(ConvertVoice, { transactional: false, backoff })
  async perform({ messageId }: ConvertVoice['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
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
      if (!(error instanceof ConversionFailed) && attempt <= backoff.length) throw error;
      this.logger.warn({ msg: 'recording not converted', messageId, reason: String(error) });
      await this.db.runAs(companyId, () => this.sendUnconverted(messageId, recording.mime));
    }
  }

  private async storeConverted(messageId: number, file: { key: string; mime: string; size: number }): Promise<void> {
    const kept = await this.db.run(sql`
      update messages set data = data || jsonb_build_object('channelMedia', ${JSON.stringify(file)}::jsonb),
       updated_at = now()
       where company_id = ${this.db.companyId} and id = ${messageId} and not is_deleted
         and not jsonb_exists(data, 'channelMedia')`);
    // deleted or already done meanwhile
    if (kept === 0) await this.storage.remove(file.key);
  }

  private async sendUnconverted(messageId: number, mime: string): Promise<void> {
    if (!playable.test(mime)) return this.deliveryStatus.markFailed(messageId, 'ERR_VOICE', deliveryErrorTexts.noVoice);
    await this.db.run(sql`update messages set data = data || '{"voice": false}', updated_at = now()
       where company_id = ${this.db.companyId} and id = ${messageId}`);
  }
}
