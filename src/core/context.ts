import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { QueryResult } from 'kysely';
import type { Statement } from './database/statements.js';
import { coreErrors } from './errors/core-errors.js';
import type { Locale } from './i18n.js';

export type Profile = 'user' | 'supervisor' | 'admin';

/**
 * Who acts: resolved from the database, never trusted from the token alone; at most two seconds old. Modules add
 * members by declaration merging.
 */
export interface Actor {
  /** 0 for a {@link Program}; what is stored is {@link userIdOf}. */
  readonly userId: number;
  readonly sessionId: string;
  readonly companyId: number;
  readonly name: string;
  readonly profile: Profile;
  readonly super: boolean;
  readonly locale: Locale;
  /** Plan flags of the company (`useKanban`, …). */
  readonly features: Readonly<Record<string, boolean>>;
  /** Of a person. */
  readonly signedInAt?: string;
  readonly program?: Program;
  /** A super-admin uses this account for a while, to support the company. */
  readonly support?: SupportSession;
}

export interface SupportSession {
  readonly until: string;
}

/** An external program that acts for the company by a token; no user, with the rank of a manager where it may call. */
export interface Program {
  /** A token of a connection, or of the whole API; a prompt, which acts by itself. */
  readonly kind: 'connection' | 'service' | 'prompt';
  /** Of the connection, the token or the prompt. */
  readonly id: number;
  /** Of a service token, as `area:read`. */
  readonly scopes: readonly string[];
}

/** The user as rows keep it: null when a program acts. */
export const userIdOf = ({ userId }: Pick<Actor, 'userId'>): number | null => userId || null;

/** One transaction: its entity manager, its company, and what waits for its commit. */
export interface UnitOfWork {
  readonly em: EntityManager;
  execute<T>(statement: Statement<T>): Promise<QueryResult<T>>;
  /** undefined under the platform role. */
  readonly companyId: number | undefined;
  readonly events: object[];
  /**
   * Sends a statement together with the commit, so that it takes no round trip of its own.
   * @param make called when everything else is done; undefined: none is needed. What it throws undoes the transaction.
   * @param answered called before {@link afterCommit}
   */
  executeWithCommit<T>(make: () => Statement<T> | undefined, answered?: (result: QueryResult<T>) => void): void;
  readonly afterCommit: (() => void)[];
}

export interface ContextStore {
  readonly requestId?: string | undefined;
  readonly locale?: Locale | undefined;
  readonly ipAddress?: string | undefined;
  actor?: Actor | undefined;
  unit?: UnitOfWork | undefined;
}

const storage = new AsyncLocalStorage<ContextStore>();

/** The state of the current request or job. */
@Injectable()
export class Context {
  /** Runs `fn` with the given state; what it starts inherits it. */
  run<T>(store: ContextStore, fn: () => T): T {
    return storage.run(store, fn);
  }

  /** Runs `fn` inside a unit of work, with the actor and request of the current state. */
  runUnit<T>(unit: UnitOfWork, fn: () => T): T {
    return storage.run({ ...storage.getStore(), unit }, fn);
  }

  /** @throws 401 ERR_SESSION_EXPIRED without a user */
  get actor(): Actor {
    const actor = this.maybeActor;
    if (!actor) throw coreErrors.ERR_SESSION_EXPIRED();
    return actor;
  }

  get maybeActor(): Actor | undefined {
    return storage.getStore()?.actor;
  }

  get unit(): UnitOfWork | undefined {
    return storage.getStore()?.unit;
  }

  /** Company of the current unit of work. @throws when it is the platform's or there is none */
  get companyId(): number {
    const companyId = this.unit?.companyId;
    if (companyId === undefined) throw new Error('No company in this unit of work');
    return companyId;
  }

  /** The language of the request, else of the user, else Portuguese. */
  get locale(): Locale {
    const store = storage.getStore();
    return store?.locale ?? store?.actor?.locale ?? 'pt';
  }

  get requestId(): string | undefined {
    return storage.getStore()?.requestId;
  }

  /** The network address that a request came from. */
  get ipAddress(): string | undefined {
    return storage.getStore()?.ipAddress;
  }

  setActor(actor: Actor): void {
    const store = storage.getStore();
    if (store) store.actor = actor;
  }
}
