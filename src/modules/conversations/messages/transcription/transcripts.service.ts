import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { type MultipartFile, multipart } from '../../../../core/http/multipart.js';
import { OutboundError } from '../../../../core/http/outbound-error.js';
import { OutboundHttp } from '../../../../core/http/outbound-http.js';
import { FileNotFound, isStorageKey, Storage } from '../../../../core/storage/storage.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { TicketHistoryService } from '../../tickets/visibility/ticket-history.service.js';
import { messageErrors, transcriptionErrorTexts } from '../messages.errors.js';
import { MessageStored } from '../messages.events.js';
import {
  type Audio,
  audioWithKey,
  claimTranscription,
  releaseTranscription,
  storeTranscript,
  transcriptionState,
} from './transcripts.queries.js';

export interface Transcript {
  readonly messageId: number;
  readonly transcript: string;
}

interface SpeechSettings {
  /** Address up to and including the version, like `https://api.example.com/v1`. */
  readonly url: string;
  readonly model: string;
  /** Empty when the endpoint needs no key. */
  readonly key: string;
  readonly language: string;
}

/** Longer than a request may take: after this time the claiming process must have died. */
const claimSeconds = 150;
const pollMs = 300;
/** Ten seconds of speech take about one second. */
const timeoutMs = 120_000;
/** Longer than any voice message. */
const maxTranscript = 50_000;
const searchedYears = 10;

/** Transcribes customers' audio with any endpoint of OpenAI's transcription API; stores the text with the message. */
@Injectable()
export class TranscriptsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly storage: Storage,
    private readonly settings: SettingsService,
    private readonly history: TicketHistoryService,
    private readonly http: OutboundHttp,
  ) {}

  /**
   * Finds the audio by its stored file name, as in `mediaUrl`. Concurrent requests cause one call; the others wait for
   * its result.
   * @throws 404, 400 for anything but incoming audio or when no service is set up, 502
   */
  async get(fileName: string): Promise<Transcript> {
    const { companyId } = this.context.actor;
    const { audio, settings, claimed } = await this.db.runAs(companyId, () => this.readOrClaim(fileName));
    if (audio.transcript !== null) return { messageId: audio.id, transcript: audio.transcript };
    if (!claimed) return { messageId: audio.id, transcript: await this.waitForClaimant(companyId, audio.id) };
    try {
      const transcript = await this.transcribe(fileName, audio, settings);
      await this.db.runAs(companyId, () => this.store(audio.id, transcript));
      return { messageId: audio.id, transcript };
    } catch (error) {
      await this.db.runAs(companyId, () => this.releaseClaim(audio.id));
      throw error;
    }
  }

  private async readOrClaim(fileName: string): Promise<{ audio: Audio; settings: SpeechSettings; claimed: boolean }> {
    const audio = await this.find(fileName);
    if (!audio) throw messageErrors.ERR_NO_MESSAGE_FOUND();
    await this.history.assertCanRead(audio.ticketId);
    if (!audio.incoming) throw messageErrors.ERR_NO_INCOMING_AUDIO();
    const settings = await this.speechSettings();
    if (audio.transcript !== null) return { audio, settings, claimed: false };
    if (settings.url === '' || settings.model === '') throw messageErrors.ERR_TRANSCRIPTION_OFF();
    return { audio, settings, claimed: await this.claim(audio.id) };
  }

  /** The key also contains a month, which is unknown: each possible key is looked up in the index. */
  private find(fileName: string): Promise<Audio | undefined> {
    const { companyId } = this.context;
    if (!isStorageKey(fileName) || fileName.includes('/')) return Promise.resolve(undefined);
    const thisMonth = new Date();
    const keys = Array.from({ length: searchedYears * 12 + 2 }, (_, back) => {
      const month = new Date(Date.UTC(thisMonth.getUTCFullYear(), thisMonth.getUTCMonth() + 1 - back, 1));
      return `${companyId}/${month.toISOString().slice(0, 7).replace('-', '/')}/${fileName}`;
    });
    return this.db.row(audioWithKey(companyId, keys));
  }

  private async speechSettings(): Promise<SpeechSettings> {
    const { transcriptionUrl, transcriptionModel, transcriptionKey, transcriptionLanguage } =
      await this.settings.getAll('transcriptionUrl', 'transcriptionModel', 'transcriptionKey', 'transcriptionLanguage');
    return {
      url: transcriptionUrl,
      model: transcriptionModel,
      key: transcriptionKey,
      language: transcriptionLanguage,
    };
  }

  /** false when another request is already transcribing the message. */
  private async claim(messageId: number): Promise<boolean> {
    const claimed = await this.db.run(claimTranscription(this.context.companyId, messageId, claimSeconds));
    return claimed > 0;
  }

  /** @throws ERR_TRANSCRIPTION_FAILED when the other request failed */
  private async waitForClaimant(companyId: number, messageId: number): Promise<string> {
    for (const until = Date.now() + claimSeconds * 1000; Date.now() < until; await wait(pollMs)) {
      const row = await this.db.runAs(companyId, () => this.db.row(transcriptionState(companyId, messageId)));
      if (row && row.transcript !== null) return row.transcript;
      if (!row?.busy) break;
    }
    throw messageErrors.ERR_TRANSCRIPTION_FAILED();
  }

  private async transcribe(name: string, { key, mime }: Audio, settings: SpeechSettings): Promise<string> {
    try {
      const { stream, size } = await this.storage.open(key);
      return await this.requestTranscript(settings, { name, mime, size, stream });
    } catch (error) {
      throw error instanceof FileNotFound ? messageErrors.ERR_NO_MESSAGE_FOUND() : error;
    }
  }

  /** @throws ERR_TRANSCRIPTION_FAILED with a text that says what to check */
  private async requestTranscript(
    { url, model, key, language }: SpeechSettings,
    recording: Omit<MultipartFile, 'field'>,
  ): Promise<string> {
    const fields = { model, response_format: 'json', ...(language === '' ? {} : { language }) };
    const form = multipart(fields, { field: 'file', ...recording });
    try {
      const answer = await this.http.request(`${url.replace(/\/+$/, '')}/audio/transcriptions`, {
        method: 'POST',
        headers: { ...form.headers, ...(key === '' ? {} : { authorization: `Bearer ${key}` }) },
        body: form.body,
        timeoutMs,
      });
      if (answer.status === 401 || answer.status === 403) throw failed('key');
      if (answer.status !== 200) throw failed('refused', answer.status);
      const { text } = answer.json<{ text?: unknown }>() ?? {};
      if (typeof text !== 'string') throw failed('unexpected');
      return text.slice(0, maxTranscript).replaceAll('\u0000', '').toWellFormed().trim();
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw failed(error.phase === 'refused' ? 'forbidden' : error.phase === 'timeout' ? 'timeout' : 'unreachable');
    } finally {
      // a failed request may not have read the stream to its end
      recording.stream.destroy();
    }
  }

  private async store(messageId: number, transcript: string): Promise<void> {
    const { companyId } = this.context;
    await this.db.run(storeTranscript(companyId, messageId, transcript));
    this.events.emit(new MessageStored({ companyId, messageId, action: 'update' }));
  }

  private async releaseClaim(messageId: number): Promise<void> {
    await this.db.run(releaseTranscription(this.context.companyId, messageId));
  }
}

const failed = (why: keyof typeof transcriptionErrorTexts, status?: number) =>
  messageErrors.ERR_TRANSCRIPTION_FAILED({
    text: transcriptionErrorTexts[why],
    ...(status === undefined ? {} : { params: { status } }),
  });
