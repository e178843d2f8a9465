import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { Bus } from '../../../../core/realtime/bus.js';
import { RecentValues } from '../../../../core/recent-values.js';
import { RecordChanged } from '../../../../core/resource/record-changed.js';
import { type NameRow, nameRows } from './names.queries.js';

/** An event of another process may be lost. */
const maxAgeMs = 10_000;
const resources = new Set(['users', 'queue', 'whatsapp', 'tags']);

export interface Named {
  readonly id: number;
  readonly name: string;
}
export interface NamedColor extends Named {
  readonly color: string;
}
export interface NamedConnection extends Named {
  readonly channel: string;
}

/** Of a ticket, by ids. */
interface References {
  readonly userId: number | null;
  readonly queueId?: number | null;
  readonly whatsappId?: number;
  readonly tags?: readonly number[];
}

/** What a ticket shows of {@link References}. */
export interface NamedReferences {
  readonly user: Named | null;
  readonly queue: NamedColor | null;
  /** In the order of their names, as the database sorts. */
  readonly tags: readonly NamedColor[];
}

/** What tickets show of the users, departments, connections and tags of a company, by id. */
export class Names {
  readonly users = new Map<number, Named>();
  readonly queues = new Map<number, NamedColor>();
  readonly connections = new Map<number, NamedConnection>();
  readonly tags = new Map<number, NamedColor>();
  /** Minutes until a customer of the department is to be answered, of those that have such a target. */
  readonly responseTargets = new Map<number, number>();
  private readonly places = new Map<number, number>();

  /** @param rows in the order of their names */
  constructor(rows: readonly NameRow[]) {
    for (const [place, { kind, id, name, color, channel, target }] of rows.entries()) {
      if (kind === 'user') this.users.set(id, { id, name });
      else if (kind === 'connection') this.connections.set(id, { id, name, channel });
      else if (kind === 'queue') this.queues.set(id, { id, name, color });
      else {
        this.tags.set(id, { id, name, color });
        this.places.set(id, place);
      }
      if (target !== null) this.responseTargets.set(id, target);
    }
  }

  cover({ userId, queueId = null, whatsappId, tags = [] }: References): boolean {
    return (
      (userId === null || this.users.has(userId)) &&
      (queueId === null || this.queues.has(queueId)) &&
      (whatsappId === undefined || this.connections.has(whatsappId)) &&
      tags.every((id) => this.tags.has(id))
    );
  }

  of({ userId, queueId = null, tags = [] }: References): NamedReferences {
    const place = (id: number): number => this.places.get(id) ?? 0;
    return {
      user: userId === null ? null : (this.users.get(userId) ?? null),
      queue: queueId === null ? null : (this.queues.get(queueId) ?? null),
      tags: tags.toSorted((a, b) => place(a) - place(b)).flatMap((id) => this.tags.get(id) ?? []),
    };
  }
}

/**
 * Names of users, departments, connections and tags by company, in memory: joined to each row of a list they took 45 % of its statement (ADR 18). A change drops
 * those of its company in every process that hears of it, and a row with an unknown id reads them anew.
 */
@Injectable()
export class NameCacheService {
  private readonly recent = new RecentValues<number, Names>(maxAgeMs);

  constructor(
    private readonly db: Db,
    events: Events,
    bus: Bus,
  ) {
    events.onCommitted((event) => {
      if (event instanceof RecordChanged && resources.has(event.resource)) this.recent.drop(event.companyId);
    });
    // the screens read everything again then
    bus.on('missedEvents', () => this.recent.drop());
  }

  /** Those of the company of the transaction. */
  get(): Promise<Names> {
    return this.recent.get(this.db.companyId, () => this.read());
  }

  /** @param known what {@link get} answered. @returns what also covers rows that were read after it */
  async covering(rows: readonly References[], known: Names): Promise<Names> {
    if (rows.every((row) => known.cover(row))) return known;
    this.recent.drop(this.db.companyId);
    return this.get();
  }

  private async read(): Promise<Names> {
    return new Names(await this.db.rows(nameRows(this.db.companyId)));
  }
}
