import type { ConnectionStatus } from '../connection.entity.js';

export interface SessionState {
  readonly status: ConnectionStatus;
  /** What a phone has to scan now; empty for nothing. */
  readonly qrcode: string;
}

/** Port by which a channel tells what became of a session; outside of any transaction. */
export abstract class SessionReports {
  abstract report(companyId: number, connectionId: number, state: SessionState): Promise<void>;
}
