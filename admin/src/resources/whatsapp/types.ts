import type { RaRecord } from 'react-admin';

export interface Notice {
  code: string;
  text: string;
}

/** The fields of a connection that managers see beside those of its form. */
export interface ConnectionRecord extends RaRecord<number> {
  channel: string;
  status: string;
  number: string | null;
  verifiedName: string | null;
  quality: string | null;
  lastError: Notice | null;
  lastInboundAt: string | null;
  pausedUntil: string | null;
  pauseReason: Notice | null;
  warning: Notice | null;
  webhookUrl: string | null;
  metaToken: string | null;
}

export interface CheckAnswer {
  ok: boolean;
  number: string | null;
  name: string | null;
  quality: string | null;
  problem?: string;
}
