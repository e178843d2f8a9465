import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type Localized, t } from '../i18n.js';
import { OutboundError } from './outbound-error.js';

/** One outgoing call with its timeout. It knows whether anything was sent, which classifies a failure. */
export class OutboundCall {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private sent = false;
  private late = false;

  constructor(timeoutMs: number) {
    this.timer = setTimeout(() => {
      this.late = true;
      this.controller.abort();
    }, timeoutMs);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** undici starts a request only on a connected socket, so from then on the request may have arrived. */
  readonly track: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      this.sent = true;
      start?.(controller, context);
    };
    return dispatch(options, handler);
  };

  /** Ends the timeout. */
  clearDeadline(): void {
    clearTimeout(this.timer);
  }

  toOutboundError(error: unknown): OutboundError {
    if (error instanceof OutboundError) return error;
    const reason = error instanceof Error ? error.message || error.name : String(error);
    if (!this.sent) return new OutboundError('connect', this.late ? noConnectionInTime : noConnection(reason), error);
    const code = (error as { code?: string }).code ?? '';
    if (this.late || code.endsWith('_TIMEOUT')) return new OutboundError('timeout', noAnswerInTime, error);
    return new OutboundError('sent', brokeOff(reason), error);
  }

  /** The body as a stream, which fails with a `size` error when it exceeds the limit. */
  limitBody(body: Readable, announced: string | undefined, maxBytes: number): Readable {
    // an error may occur before the body is read
    body.on('error', handledByReader);
    const stream = Readable.from(this.chunks(body, announced, maxBytes), { objectMode: false });
    stream.once('close', () => body.destroy());
    return stream;
  }

  /** Like {@link limitBody}, but without a stream, which saves an eighth of the CPU of a short call. */
  async *chunks(body: Readable, announced: string | undefined, maxBytes: number): AsyncGenerator<Buffer> {
    body.on('error', handledByReader);
    let size = 0;
    try {
      if (Number(announced ?? 0) > maxBytes) throw tooLarge(maxBytes);
      for await (const chunk of body as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > maxBytes) throw tooLarge(maxBytes);
        yield chunk;
      }
    } catch (error) {
      body.destroy();
      throw this.toOutboundError(error);
    }
  }
}

/** undici reports its own abort as an error of the body, which the reader already handles. */
const handledByReader = (): void => undefined;

const tooLarge = (maxBytes: number): OutboundError =>
  new OutboundError(
    'size',
    t(
      `A resposta é maior que ${maxBytes} bytes`,
      `The answer is larger than ${maxBytes} bytes`,
      `La respuesta es mayor que ${maxBytes} bytes`,
    ),
  );

const noConnectionInTime = t('Sem conexão a tempo', 'No connection in time', 'Sin conexión a tiempo');
const noAnswerInTime = t('Sem resposta a tempo', 'No answer in time', 'Sin respuesta a tiempo');
const noConnection = (reason: string): Localized =>
  t(`Sem conexão: ${reason}`, `No connection: ${reason}`, `Sin conexión: ${reason}`);
const brokeOff = (reason: string): Localized =>
  t(
    `A resposta foi interrompida: ${reason}`,
    `The answer broke off: ${reason}`,
    `La respuesta se interrumpió: ${reason}`,
  );
