/**
 * How far a request came: `refused` by the address guard, `connect` before anything was sent, `sent` when the response was
 * incomplete or invalid, `size` when it was too large, `timeout` when it was late.
 */
export type OutboundPhase = 'refused' | 'connect' | 'sent' | 'size' | 'timeout';

/** An outgoing request without a usable response. */
export class OutboundError extends Error {
  /** The status of a response whose body could not be read; null without a response. */
  status: number | null = null;

  constructor(
    readonly phase: OutboundPhase,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'OutboundError';
  }

  /** Whether the server may have processed the request, so that repeating it may have a second effect. */
  get mayHaveArrived(): boolean {
    return this.phase !== 'refused' && this.phase !== 'connect';
  }
}
