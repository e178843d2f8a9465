import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AppConfig } from '../../../../../core/config/config.js';
import { Db } from '../../../../../core/database/db.js';
import { Storage } from '../../../../../core/storage/storage.js';
import type { ChannelConnection, OutboundMessage } from '../channel.js';
import type { SessionActions } from './session-actions.js';
import { WhatsappSessionsService } from './sessions.service.js';
import {
  claimCalls,
  insertCall,
  type Method,
  resultOf,
  type StoredCall,
  storeResult,
} from './whatsapp-calls.queries.js';

type Args<M extends Method> = Parameters<SessionActions[M]>;
type Result<M extends Method> = Awaited<ReturnType<SessionActions[M]>>;

/** `offline`: the phone is not connected, and nothing was done. */
export type Answer<T> = { readonly value: T } | { readonly offline: true };

const servePollMs = 150;
const answerPollMs = 100;
/** A call that no process has taken by then is withdrawn. */
const takeTimeoutMs = 5_000;
const answerTimeoutMs = 45_000;

/**
 * Passes a call to the process that runs the session: directly in this process, otherwise in a row that the owner takes
 * at most once. Every call may be repeated, so a call whose owner died is simply made again.
 */
@Injectable()
export class SessionCallsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('WhatsApp');
  private readonly serving = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> | undefined;

  constructor(
    private readonly db: Db,
    private readonly storage: Storage,
    private readonly sessions: WhatsappSessionsService,
    private readonly config: AppConfig,
  ) {}

  onApplicationBootstrap(): void {
    // a single process needs no rows, as it makes all calls directly
    if (this.config.redisUrl !== null) this.timer = setInterval(() => this.poll(), servePollMs);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.polling;
    await Promise.all(this.serving);
  }

  /** @throws the error of the call, or when the answer takes too long */
  async call<M extends Method>(connection: ChannelConnection, method: M, ...args: Args<M>): Promise<Answer<Result<M>>> {
    const { id } = connection;
    if (this.sessions.isOwner(id) || this.config.redisUrl === null) return this.perform(id, method, args);
    const row = await this.db.platformRow(insertCall(connection.companyId, { connectionId: id, method, args }));
    return this.answerOf(row?.id ?? 0);
  }

  private async perform<M extends Method>(
    connectionId: number,
    method: M,
    args: unknown[],
  ): Promise<Answer<Result<M>>> {
    const actions = this.sessions.actionsOf(connectionId);
    if (!actions) return { offline: true };
    const action = actions[method] as (...values: unknown[]) => Promise<Result<M>>;
    return { value: await action.apply(actions, args) };
  }

  private async answerOf<T>(id: number): Promise<Answer<T>> {
    const start = performance.now();
    while (performance.now() - start < answerTimeoutMs) {
      await wait(answerPollMs);
      const isLate = performance.now() - start > takeTimeoutMs;
      const row = await this.db.platformRow(resultOf<Answer<T> & { error?: string }>(id, isLate));
      if (!row) return { offline: true };
      if (row.result?.error !== undefined) throw new Error(row.result.error);
      if (row.result) return row.result;
    }
    throw new Error('The process that runs the session did not answer');
  }

  private poll(): void {
    this.polling ??= this.take()
      .catch((error: unknown) => this.logger.warn({ msg: 'calls not read', reason: String(error) }))
      .finally(() => {
        this.polling = undefined;
      });
  }

  private async take(): Promise<void> {
    const { connectionIds } = this.sessions;
    if (connectionIds.length === 0) return;
    const calls = await this.db.platformRows(claimCalls(connectionIds));
    for (const call of calls.toSorted((a, b) => a.id - b.id)) {
      const served = this.serve(call).finally(() => this.serving.delete(served));
      this.serving.add(served);
    }
  }

  private async serve({ id, connectionId, method, args }: StoredCall): Promise<void> {
    try {
      const result = await this.perform(
        connectionId,
        method,
        args.map((arg) => this.withFile(arg)),
      ).catch((error: unknown) => ({ error: String(error) }));
      await this.db.platformRows(storeResult(id, result));
    } catch (error) {
      this.logger.warn({ msg: 'answer of a session not stored', connectionId, method, reason: String(error) });
    }
  }

  /** A stored message contains the key of its file, which is opened here. */
  private withFile(arg: unknown): unknown {
    const message = arg as Partial<OutboundMessage> | null;
    if (typeof message !== 'object' || !message?.media) return arg;
    const { media } = message;
    return { ...message, media: { ...media, open: async () => (await this.storage.open(media.key)).stream } };
  }
}
