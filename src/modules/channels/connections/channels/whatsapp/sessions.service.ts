import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AppConfig } from '../../../../../core/config/config.js';
import { defineVariable, integer } from '../../../../../core/config/variable.js';
import { SecretCipher } from '../../../../../core/crypto/secret-cipher.js';
import { Db } from '../../../../../core/database/db.js';
import { Events } from '../../../../../core/events/events.js';
import type { HeldLease } from '../../../../../core/jobs/held-lease.js';
import { Leases } from '../../../../../core/jobs/leases.js';
import { CustomerTyping } from '../../connections.events.js';
import { InboxService } from '../../inbox/inbox.service.js';
import { SessionReports } from '../session-reports.js';
import { type Engine, engineInstalled, loadEngine } from './engine.js';
import { MessageStoreService } from './message-store.service.js';
import { type SessionHost, WhatsappSession } from './session.js';
import type { SessionActions } from './session-actions.js';
import { SessionStoreService } from './session-store.service.js';
import { mediaContext } from './whatsapp.database.js';
import { countSessions, stillWanted, storeNumber, type WantedSession } from './whatsapp-sessions.queries.js';

const maxWhatsappSessions = defineVariable(
  'WHATSAPP_SESSIONS',
  integer(
    { min: 0, max: 10_000 },
    {
      description: 'Connections by QR code that this process keeps, at most; other processes take the rest.',
      default: 200,
    },
  ),
);

/** A session that this process runs or tries to acquire. */
interface Claim {
  readonly release: () => Promise<void>;
  readonly since: number;
  session?: WhatsappSession;
  dropped?: Promise<void>;
}

const pollMs = 1_000;
/** A lease that is not acquired within this time, or is lost after it, belongs to another process. */
const claimTimeoutMs = 3_000;

const leaseOf = (connectionId: number): string => `whatsapp-session:${connectionId}`;

/** Runs up to a maximum of sessions whose lease this process gets; others take over the sessions of a dead process. */
@Injectable()
export class WhatsappSessionsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('WhatsApp');
  private readonly claims = new Map<number, Claim>();
  private readonly max: number;
  private engine: Engine | undefined;
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> | undefined;

  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly cipher: SecretCipher,
    private readonly leases: Leases,
    private readonly inbox: InboxService,
    private readonly reports: SessionReports,
    private readonly store: SessionStoreService,
    private readonly messages: MessageStoreService,
    config: AppConfig,
  ) {
    this.max = config.role === 'web' ? 0 : config.get(maxWhatsappSessions);
  }

  onApplicationBootstrap(): void {
    if (this.max === 0) return;
    if (!engineInstalled) {
      this.warnOfSessions().catch((error: unknown) =>
        this.logger.warn({ msg: 'sessions not read', reason: String(error) }),
      );
      return;
    }
    this.timer = setInterval(() => void this.refresh(), pollMs);
    void this.refresh();
  }

  /** `npm ci` removes the library, so existing connections may have lost it. */
  private async warnOfSessions(): Promise<void> {
    const found = await this.db.platformRow(countSessions);
    if (found?.count)
      this.logger.warn({
        msg: 'connections by QR code wait: the package baileys is not installed. Run `npm run add:whatsapp` and restart',
        connections: found.count,
      });
  }

  /** Received events are stored before the database disconnects; leases are released after the jobs have ended. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.polling;
    const sessions = [...this.claims.values()].flatMap(({ session }) => session ?? []);
    for (const session of sessions) session.stop();
    await Promise.all(sessions.map((session) => session.settled()));
  }

  /** The actions of a connection's session, if this process runs it; undefined also while it is not connected. */
  actionsOf(connectionId: number): SessionActions | undefined {
    return this.claims.get(connectionId)?.session?.actions;
  }

  isOwner(connectionId: number): boolean {
    return this.claims.get(connectionId)?.session?.isOwned ?? false;
  }

  /** Whether any process runs the session of a connection. */
  async hasOwner(connectionId: number): Promise<boolean> {
    return (await this.leases.free([leaseOf(connectionId)])).size === 0;
  }

  /** Connections whose sessions run in this process. */
  get connectionIds(): number[] {
    return [...this.claims].flatMap(([id, { session }]) => (session?.isOwned ? [id] : []));
  }

  /** Starts, restarts and ends sessions as managers requested. */
  refresh(): Promise<void> {
    this.polling ??= this.poll()
      .catch((error: unknown) => this.logger.warn({ msg: 'sessions not read', reason: String(error) }))
      .finally(() => {
        this.polling = undefined;
      });
    return this.polling;
  }

  private async poll(): Promise<void> {
    if (this.timer === undefined) return;
    const wanted = new Map((await this.store.wanted()).map((session) => [session.connectionId, session]));
    if (wanted.size > 0) this.engine ??= await loadEngine();
    for (const [id, claim] of this.claims) {
      const row = wanted.get(id);
      const session = claim.session?.isOwned ? claim.session : undefined;
      if (!row) await this.drop(id, claim, { unlink: true });
      else if (!session && performance.now() - claim.since > claimTimeoutMs) await this.drop(id, claim);
      else if (session && session.wanted.generation !== row.generation) session.restart(row);
    }
    const others = [...wanted.values()].filter(({ connectionId }) => !this.claims.has(connectionId));
    const free = others.length > 0 && this.claims.size < this.max ? await this.free(others) : [];
    for (const session of free.slice(0, this.max - this.claims.size)) this.claim(session);
  }

  private async free(sessions: readonly WantedSession[]): Promise<WantedSession[]> {
    const names = await this.leases.free(sessions.map(({ connectionId }) => leaseOf(connectionId)));
    return sessions.filter(({ connectionId }) => names.has(leaseOf(connectionId)));
  }

  private claim(wanted: WantedSession): void {
    const { connectionId } = wanted;
    const gained = (lease: HeldLease): void => {
      const claim = this.claims.get(connectionId);
      if (!claim || !this.engine) return;
      const taken = (): void => void this.drop(connectionId, claim);
      claim.session = new WhatsappSession(wanted, lease, { ...this.hostOf(wanted, this.engine), taken });
      claim.session.start();
    };
    const claim: Claim = { since: performance.now(), release: this.leases.hold(leaseOf(connectionId), gained) };
    this.claims.set(connectionId, claim);
  }

  private drop(connectionId: number, claim: Claim, { unlink = false } = {}): Promise<void> {
    claim.dropped ??= this.release(connectionId, claim, unlink);
    return claim.dropped;
  }

  private async release(connectionId: number, { session, release }: Claim, unlink: boolean): Promise<void> {
    if (unlink) await session?.unlink();
    else session?.stop();
    await session?.settled();
    await release();
    this.claims.delete(connectionId);
  }

  private hostOf({ companyId, connectionId }: WantedSession, engine: Engine): Omit<SessionHost, 'taken'> {
    return {
      engine,
      store: this.store,
      messages: this.messages,
      seal: (media) => this.cipher.encrypt(JSON.stringify(media), mediaContext({ companyId, connectionId })),
      receive: (events) => this.inbox.storeBatched(companyId, connectionId, events),
      customerTyping: (number) =>
        this.db.runAs(companyId, async () => this.events.emit(new CustomerTyping({ companyId, connectionId, number }))),
      report: (session, state) => this.reports.report(companyId, connectionId, state, stillWanted(session)),
      ended: (failure) => this.reports.end(companyId, connectionId, failure),
      connected: async (number, name) => {
        await this.db.platformRows(storeNumber(companyId, connectionId, { number, name }));
      },
    };
  }
}
