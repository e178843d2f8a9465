import type { Statement } from '../../../../core/database/statements.js';
import type { ConnectionStatus } from '../connection.entity.js';
import type { ProviderFailure } from './channel.js';

export interface SessionState {
  readonly status: ConnectionStatus;
  /** What a phone has to scan now; empty for nothing. */
  readonly qrcode: string;
  /** Why it is not connected. */
  readonly failure?: ProviderFailure;
}

/** Port by which a channel tells what became of a session; outside of any transaction. */
export abstract class SessionReports {
  /** @param current finds a row, and locks it, where the state is still that of the connection; otherwise it is dropped */
  abstract report(companyId: number, connectionId: number, state: SessionState, current?: Statement): Promise<void>;

  /** It was ended from outside: nothing is sent until a manager acts, who is told. */
  abstract end(companyId: number, connectionId: number, failure: ProviderFailure): Promise<void>;
}
