import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { Bus } from '../../../../core/realtime/bus.js';
import { RecentValues } from '../../../../core/recent-values.js';
import { RecordChanged } from '../../../../core/resource/record-changed.js';
import { type NameRow, nameRows } from './names.queries.js';

/** Limits how long a name may be outdated when the event of another process was lost. */
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

/** Ids of the records that a ticket references. */
interface References {
  readonly userId: number | null;
  readonly queueId?: number | null;
  readonly whatsappId?: number;
  readonly tags?: readonly number[];
}

/** The names of {@link References} as a ticket shows them. */
export interface NamedReferences {
  readonly user: Named | null;
  readonly queue: NamedColor | null;
  /** In the order of their names, as sorted by the database. */
  readonly tags: readonly NamedColor[];
}

/** Names that a company's tickets show, by id of the user, department, connection or tag. */
export class Names {
  readonly users = new Map<number, Named>();
  readonly queues = new Map<number, NamedColor>();
  readonly connections = new Map<number, NamedConnection>();
  readonly tags = new Map<number, NamedColor>();
  /** Minutes within which a customer is to be answered, for departments with such a target. */
  readonly responseTargets = new Map<number, number>();
  private readonly places = new Map<number, number>();

  /** @param rows sorted by name */
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
 * Names of users, departments, connections and tags by company, in memory: joining them to each row took 45 % of the
 * time of a list's statement (ADR 18). A change drops the company's names in every process that receives the event; a
 * row with an unknown id causes them to be read again.
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
    // events were missed, so any name may be outdated
    bus.on('missedEvents', () => this.recent.drop());
  }

  /** The names of the transaction's company. */
  get(): Promise<Names> {
    return this.recent.get(this.db.companyId, () => this.read());
  }

  /** @param known the result of {@link get}. @returns names that include all ids of these rows */
  async covering(rows: readonly References[], known: Names): Promise<Names> {
    if (rows.every((row) => known.cover(row))) return known;
    this.recent.drop(this.db.companyId);
    return this.get();
  }

  private async read(): Promise<Names> {
    return new Names(await this.db.rows(nameRows(this.db.companyId)));
  }
}
