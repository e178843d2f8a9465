import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { multipart } from '../../../core/http/multipart.js';
import { OutboundError, OutboundHttp } from '../../../core/http/outbound-http.js';
import { messageErrors, transcriptionErrorTexts } from '../messages.errors.js';

export interface SpeechSettings {
  /** Up to and with the version, like `https://api.example.com/v1`. */
  readonly url: string;
  readonly model: string;
  /** Empty where the endpoint needs none. */
  readonly key: string;
  readonly language: string;
}

export interface Recording {
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  readonly stream: Readable;
}

/** Transcribing ten seconds of speech takes about one. */
const timeoutMs = 120_000;

/** Any endpoint with OpenAI's transcription API. */
@Injectable()
export class SpeechToTextClient {
  constructor(private readonly http: OutboundHttp) {}

  /** @throws ERR_TRANSCRIPTION_FAILED with what to check */
  async transcribe({ url, model, key, language }: SpeechSettings, recording: Recording): Promise<string> {
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
      return text.replaceAll('\u0000', '').trim();
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw failed(error.phase === 'refused' ? 'forbidden' : error.phase === 'timeout' ? 'timeout' : 'unreachable');
    } finally {
      // a request that failed early has not read it to the end
      recording.stream.destroy();
    }
  }
}

const failed = (why: keyof typeof transcriptionErrorTexts, status?: number) =>
  messageErrors.ERR_TRANSCRIPTION_FAILED({
    text: transcriptionErrorTexts[why],
    ...(status === undefined ? {} : { params: { status } }),
  });
