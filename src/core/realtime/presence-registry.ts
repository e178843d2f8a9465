/** A user who has a room open in at least one socket. */
export interface Viewer {
  readonly userId: number;
  readonly name: string;
  /** In every one of them they only peek. */
  readonly peeking: boolean;
  readonly typing: boolean;
}

/** One socket, as processes exchange it: their clocks differ, so typing is the remaining time. */
export interface SerializedViewer {
  readonly userId: number;
  readonly name: string;
  readonly peeking: boolean;
  readonly typingMs: number;
}

export interface ViewerSocket {
  readonly userId: number;
  readonly name: string;
  readonly peeking: boolean;
}

interface Entry extends ViewerSocket {
  typingUntil: number;
}

interface Room {
  /** Of this process, by socket. */
  readonly sockets: Map<string, Entry>;
  /** Of other processes, by process. */
  readonly remote: Map<string, { entries: Entry[]; heardAt: number }>;
  /** Last notified, to detect a change. */
  lastViewers: string;
  lastTyping: string;
}

/** What changed in a room: who is there, or only who types. */
export type ViewerChange = 'people' | 'typing';

/** Typing ends without another signal. */
export const typingTimeoutMs = 5_000;
/** A signal so soon after the last one is ignored. */
const againMs = 1_500;
/** A process silent for so long is taken for dead: it resends everything more than twice in that time. */
export const processTimeoutMs = 25_000;
/** More than a screen could show. */
const mostViewers = 20;

/** Who has which room open, in this and other processes. Entries that are not repeated expire. */
export class PresenceRegistry {
  private readonly companies = new Map<number, Map<string, Room>>();

  constructor(private readonly now: () => number) {}

  enter(companyId: number, name: string, socketId: string, screen: ViewerSocket): ViewerChange | undefined {
    const room = this.room(companyId, name);
    room.sockets.set(socketId, { ...screen, typingUntil: room.sockets.get(socketId)?.typingUntil ?? 0 });
    return this.detectChange(companyId, name, room);
  }

  leave(companyId: number, name: string, socketId: string): ViewerChange | undefined {
    const room = this.companies.get(companyId)?.get(name);
    if (!room?.sockets.delete(socketId)) return undefined;
    return this.detectChange(companyId, name, room);
  }

  /** @returns false when nothing changed */
  setTyping(companyId: number, name: string, socketId: string, typing: boolean): boolean {
    const entry = this.companies.get(companyId)?.get(name)?.sockets.get(socketId);
    if (!entry || entry.peeking) return false;
    const until = typing ? this.now() + typingTimeoutMs : 0;
    if (typing ? until - entry.typingUntil < againMs : entry.typingUntil <= this.now()) return false;
    entry.typingUntil = until;
    return true;
  }

  /** Replaces the entries of another process; an empty list removes them. */
  applyRemote(
    node: string,
    companyId: number,
    name: string,
    people: readonly SerializedViewer[],
  ): ViewerChange | undefined {
    const known = this.companies.get(companyId)?.get(name);
    if (people.length === 0 && !known) return undefined;
    const room = known ?? this.room(companyId, name);
    const now = this.now();
    const entries = people.map(({ userId, name: called, peeking, typingMs: left }) => ({
      userId,
      name: called,
      peeking,
      typingUntil: left > 0 ? now + Math.min(left, typingTimeoutMs) : 0,
    }));
    if (entries.length > 0) room.remote.set(node, { entries, heardAt: now });
    else room.remote.delete(node);
    return this.detectChange(companyId, name, room);
  }

  /** Of a process that left. */
  removeProcess(node: string): void {
    for (const { room } of this.all()) room.remote.delete(node);
  }

  /** The entries of this process in a room, for the others. */
  serialize(companyId: number, name: string): SerializedViewer[] {
    const now = this.now();
    const own = this.companies.get(companyId)?.get(name)?.sockets.values() ?? [];
    return [...own].map(({ typingUntil, ...screen }) => ({ ...screen, typingMs: Math.max(0, typingUntil - now) }));
  }

  /** Rooms with sockets of this process. */
  ownRooms(): { companyId: number; name: string }[] {
    return this.all()
      .filter(({ room }) => room.sockets.size > 0)
      .map(({ companyId, name }) => ({ companyId, name }));
  }

  viewersIn(companyId: number, name: string): Viewer[] {
    const room = this.companies.get(companyId)?.get(name);
    return room ? this.viewersOf(room) : [];
  }

  /** Names of the company's rooms that are not empty. */
  roomsOf(companyId: number): string[] {
    return [...(this.companies.get(companyId)?.keys() ?? [])];
  }

  /** Changes by timeouts: silent processes, users who stopped typing. */
  collectChanges(): { companyId: number; name: string; change: ViewerChange }[] {
    const silentSince = this.now() - processTimeoutMs;
    return this.all().flatMap(({ companyId, name, room }) => {
      for (const [node, { heardAt }] of room.remote) if (heardAt < silentSince) room.remote.delete(node);
      const change = this.detectChange(companyId, name, room);
      return change ? [{ companyId, name, change }] : [];
    });
  }

  /** Compares the room with its last notification; an empty one is removed. */
  detectChange(companyId: number, name: string, known?: Room): ViewerChange | undefined {
    const room = known ?? this.companies.get(companyId)?.get(name);
    if (!room) return undefined;
    const viewers = this.viewersOf(room);
    const people = JSON.stringify(viewers.map(({ userId, name: called, peeking }) => [userId, called, peeking]));
    const typing = JSON.stringify(viewers.filter((viewer) => viewer.typing).map(({ userId }) => userId));
    const change = people !== room.lastViewers ? 'people' : typing !== room.lastTyping ? 'typing' : undefined;
    room.lastViewers = people;
    room.lastTyping = typing;
    if (viewers.length === 0) this.removeRoom(companyId, name);
    return change;
  }

  /** One entry per user, whatever the number of sockets. */
  private viewersOf({ sockets: own, remote: others }: Room): Viewer[] {
    const now = this.now();
    const found = new Map<number, Viewer>();
    for (const entry of [...own.values(), ...[...others.values()].flatMap(({ entries }) => entries)]) {
      const { userId, name, peeking } = entry;
      const known = found.get(userId);
      const typing = entry.typingUntil > now || known?.typing === true;
      found.set(userId, { userId, name, peeking: peeking && (known?.peeking ?? true), typing });
    }
    return [...found.values()].toSorted((a, b) => a.userId - b.userId).slice(0, mostViewers);
  }

  private room(companyId: number, name: string): Room {
    const rooms = this.companies.get(companyId) ?? new Map<string, Room>();
    this.companies.set(companyId, rooms);
    const room = rooms.get(name) ?? { sockets: new Map(), remote: new Map(), lastViewers: '[]', lastTyping: '[]' };
    rooms.set(name, room);
    return room;
  }

  private removeRoom(companyId: number, name: string): void {
    const rooms = this.companies.get(companyId);
    rooms?.delete(name);
    if (rooms?.size === 0) this.companies.delete(companyId);
  }

  private all(): { companyId: number; name: string; room: Room }[] {
    return [...this.companies].flatMap(([companyId, rooms]) =>
      [...rooms].map(([name, room]) => ({ companyId, name, room })),
    );
  }
}
