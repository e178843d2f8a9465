import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { OutboundError } from './outbound-error.js';

/** One outgoing call with its timeout; knows whether anything was sent, which classifies a failure. */
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

  /** undici starts a request on a connected socket only: from then on it may have arrived. */
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

  /** The body, cut off with a `size` error when it grows past the limit. */
  limitBody(body: Readable, announced: string | undefined, maxBytes: number): Readable {
    const failure = (error: unknown): OutboundError => this.toOutboundError(error);
    async function* read(): AsyncGenerator<Buffer> {
      let size = 0;
      try {
        if (Number(announced ?? 0) > maxBytes) throw tooLarge(maxBytes);
        for await (const chunk of body as AsyncIterable<Buffer>) {
          size += chunk.length;
          if (size > maxBytes) throw tooLarge(maxBytes);
          yield chunk;
        }
      } catch (error) {
        throw failure(error);
      }
    }
    const stream = Readable.from(read(), { objectMode: false });
    // undici reports its own abort as an error of the body, which the iteration above has handled
    body.on('error', () => undefined);
    stream.once('close', () => body.destroy());
    return stream;
  }
}

const tooLarge = (maxBytes: number): OutboundError =>
  new OutboundError('size', `The answer is larger than ${maxBytes} bytes`);
