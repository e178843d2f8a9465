import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { QueryResult } from 'kysely';
import type { Statement } from './database/statements.js';
import { coreErrors } from './errors/core-errors.js';
import type { Locale } from './i18n.js';

export type Profile = 'user' | 'supervisor' | 'admin';

/**
 * The user or program that makes the request. It is resolved from the database, never trusted from the token alone, and
 * at most two seconds old. Modules add members by declaration merging.
 */
export interface Actor {
  /** 0 for a {@link Program}; {@link userIdOf} returns what is stored. */
  readonly userId: number;
  readonly sessionId: string;
  readonly companyId: number;
  readonly name: string;
  readonly profile: Profile;
  readonly super: boolean;
  readonly locale: Locale;
  /** The plan flags of the company (`useKanban`, …). */
  readonly features: Readonly<Record<string, boolean>>;
  /** Only set for a person. */
  readonly signedInAt?: string;
  readonly program?: Program;
  /** Set while a super-admin temporarily uses this account to support the company. */
  readonly support?: SupportSession;
}

export interface SupportSession {
  readonly until: string;
}

/** An external program that uses a company's data by a token. It is no user; it has the rank of an admin. */
export interface Program {
  /** The program has the token of a connection or a service token, or it is a prompt, which needs no token. */
  readonly kind: 'connection' | 'service' | 'prompt';
  /** The id of the connection, the service token or the prompt. */
  readonly id: number;
  /** The scopes of a service token, for example `area:read`. */
  readonly scopes: readonly string[];
}

/** The user id as it is stored: null for a program. */
export const userIdOf = ({ userId }: Pick<Actor, 'userId'>): number | null => userId || null;

/** One transaction: its entity manager, its company, and what is to happen at its commit. */
export interface UnitOfWork {
  readonly em: EntityManager;
  execute<T>(statement: Statement<T>): Promise<QueryResult<T>>;
  /** undefined in a transaction of the platform role. */
  readonly companyId: number | undefined;
  readonly events: object[];
  /**
   * Sends a statement together with the commit, which saves a round trip.
   * @param make runs last; it returns undefined when no statement is needed, and rolls back by throwing.
   * @param answered is called before {@link afterCommit}
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
  /** Runs `fn` with the given state, which everything that it starts inherits. */
  run<T>(store: ContextStore, fn: () => T): T {
    return storage.run(store, fn);
  }

  /** Runs `fn` inside a unit of work, with the actor and request of the current state. */
  runUnit<T>(unit: UnitOfWork, fn: () => T): T {
    return storage.run({ ...storage.getStore(), unit }, fn);
  }

  /** @throws 401 ERR_SESSION_EXPIRED when there is no actor */
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

  /** The company of the current unit of work. @throws in a unit of the platform, or outside of one */
  get companyId(): number {
    const companyId = this.unit?.companyId;
    if (companyId === undefined) throw new Error('No company in this unit of work');
    return companyId;
  }

  /** The language of the request, else that of the user, else Portuguese. */
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
