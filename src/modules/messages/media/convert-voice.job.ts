import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { defineJob, JobHandler, type JobRun } from '../../../core/jobs/job.js';
import { ConversionFailed, Transcoder } from '../../../core/processing/transcoder.js';
import { newStorageKey, Storage } from '../../../core/storage/storage.js';
import { Channels } from '../../connections/channels/channels.service.js';
import { DeliveryStatusService } from '../delivery-status/delivery-status.service.js';
import { deliveryErrorTexts } from '../messages.errors.js';

/** Makes a recording what its channel takes for a voice message; in the lane of the sending that follows it. */
export class ConvertVoice extends defineJob<{ messageId: number }>('convert-voice') {}

interface Recording {
  channel: string;
  mediaKey: string;
  mime: string;
}

const backoff = [2, 10];
/** What WhatsApp plays as an audio file, so that the words arrive even if not as a voice message. */
const playable = /^audio\/(aac|mp4|mpeg|amr)$/;

@Injectable()
export class ConvertVoiceHandler {
  private readonly logger = new Logger('Voice');

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly storage: Storage,
    private readonly channels: Channels,
    private readonly deliveryStatusService: DeliveryStatusService,
    private readonly transcoder: Transcoder,
  ) {}

  /**
   * The original stays what people hear: it plays where it was recorded, at once, and its address does not change under
   * a player. The converted file lies beside it, for the channel only.
   */
  @JobHandler(ConvertVoice, { transactional: false, backoff })
  async perform({ messageId }: ConvertVoice['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    const recording = await this.db.runAs(companyId, () => this.findRecording(messageId));
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

  private findRecording(messageId: number): Promise<Recording | undefined> {
    return this.db.row<Recording>(
      sql`select w.channel, m.media_key as "mediaKey", m.media_mime as mime from messages m
       join connections w on w.company_id = m.company_id and w.id = m.whatsapp_id
       where m.company_id = ${this.context.companyId} and m.id = ${messageId} and m.status = 'queued'
         and m.media_key is not null
         and not jsonb_exists(m.data, 'channelMedia')`,
    );
  }

  private async storeConverted(messageId: number, file: { key: string; mime: string; size: number }): Promise<void> {
    const kept = await this.db.run(
      sql`update messages set data = data || jsonb_build_object('channelMedia', ${JSON.stringify(file)}::jsonb),
       updated_at = now()
       where company_id = ${this.context.companyId} and id = ${messageId} and not is_deleted
         and not jsonb_exists(data, 'channelMedia')`,
    );
    // removed meanwhile, or somebody was faster
    if (kept === 0) await this.storage.remove(file.key);
  }

  private async sendUnconverted(messageId: number, mime: string): Promise<void> {
    if (!playable.test(mime))
      return this.deliveryStatusService.markFailed(messageId, 'ERR_VOICE', deliveryErrorTexts.noVoice);
    await this.db.run(
      sql`update messages set data = data || '{"voice": false}', updated_at = now()
       where company_id = ${this.context.companyId} and id = ${messageId}`,
    );
  }
}
