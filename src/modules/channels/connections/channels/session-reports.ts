import type { Statement } from '../../../../core/database/statements.js';
import type { ConnectionStatus } from '../connection.entity.js';
import type { ProviderFailure } from './channel.js';

export interface SessionState {
  readonly status: ConnectionStatus;
  /** The code to scan with the phone; empty when there is none. */
  readonly qrcode: string;
  /** Why the session is not connected. */
  readonly failure?: ProviderFailure;
}

/** Port by which a channel reports the state of a session, outside of any transaction. */
export abstract class SessionReports {
  /** @param current finds and locks a row while the state is still current; without a row the report is dropped */
  abstract report(companyId: number, connectionId: number, state: SessionState, current?: Statement): Promise<void>;

  /** The session was ended from outside: a manager is notified, and nothing is sent until they connect again. */
  abstract end(companyId: number, connectionId: number, failure: ProviderFailure): Promise<void>;
}
