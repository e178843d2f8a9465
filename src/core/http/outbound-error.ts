import { type Localized, t } from '../i18n.js';

/**
 * How far a request came: `refused` by the address guard, `connect` before anything was sent, `sent` when the response was
 * incomplete or invalid, `size` when it was too large, `timeout` when it was late.
 */
export type OutboundPhase = 'refused' | 'connect' | 'sent' | 'size' | 'timeout';

const reasons: Readonly<Record<OutboundPhase, Localized>> = {
  refused: t('O endereço não é aceito.', 'The address is not accepted.', 'La dirección no se acepta.'),
  connect: t('Sem conexão com o servidor.', 'No connection to the server.', 'Sin conexión con el servidor.'),
  sent: t('A resposta foi interrompida.', 'The answer broke off.', 'La respuesta se interrumpió.'),
  size: t('A resposta é grande demais.', 'The answer is too large.', 'La respuesta es demasiado grande.'),
  timeout: t('Sem resposta a tempo.', 'No answer in time.', 'Sin respuesta a tiempo.'),
};

/** An outgoing request without a usable response. */
export class OutboundError extends Error {
  /** The status of a response whose body could not be read; null without a response. */
  status: number | null = null;
  /** For people; the message is in English. */
  readonly reason: Localized;

  /** @param reason without translations, people read what the phase says */
  constructor(
    readonly phase: OutboundPhase,
    reason: string | Localized,
    cause?: unknown,
  ) {
    super(typeof reason === 'string' ? reason : reason.en, { cause });
    this.name = 'OutboundError';
    this.reason = typeof reason === 'string' ? reasons[phase] : reason;
  }

  /** Whether the server may have processed the request, so that repeating it may have a second effect. */
  get mayHaveArrived(): boolean {
    return this.phase !== 'refused' && this.phase !== 'connect';
  }
}
