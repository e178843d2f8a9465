/**
 * How far a request came: `refused` by our own rules, `connect` before anything was sent, `sent` when the answer broke
 * off or could not be read, `size` when it was too large, `timeout` when it did not come in time.
 */
export type OutboundPhase = 'refused' | 'connect' | 'sent' | 'size' | 'timeout';

/** An outgoing request without a usable answer. */
export class OutboundError extends Error {
  constructor(
    readonly phase: OutboundPhase,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'OutboundError';
  }

  /** Whether the other side may have acted on the request: then a repetition may do it twice. */
  get mayHaveArrived(): boolean {
    return this.phase !== 'refused' && this.phase !== 'connect';
  }
}
