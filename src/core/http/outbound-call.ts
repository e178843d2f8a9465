import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
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
    if (!this.sent)
      return new OutboundError('connect', this.late ? 'No connection in time' : `No connection: ${reason}`, error);
    const code = (error as { code?: string }).code ?? '';
    if (this.late || code.endsWith('_TIMEOUT')) return new OutboundError('timeout', 'No answer in time', error);
    return new OutboundError('sent', `The answer broke off: ${reason}`, error);
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
  new OutboundError('size', `The answer is larger than ${maxBytes} bytes`);
