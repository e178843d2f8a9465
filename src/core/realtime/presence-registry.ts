/** A user who has a room open in at least one socket. */
export interface Viewer {
  readonly userId: number;
  readonly name: string;
  /** True when the user only peeks in all of these sockets. */
  readonly peeking: boolean;
  readonly typing: boolean;
}

interface ViewerSocket {
  readonly userId: number;
  readonly name: string;
  readonly peeking: boolean;
}

/** One socket, as processes exchange it: because their clocks differ, typing is sent as the remaining time. */
export interface SerializedViewer extends ViewerSocket {
  readonly typingMs: number;
}

interface SocketPresence extends ViewerSocket {
  typingUntil: number;
}

interface Room {
  readonly companyId: number;
  readonly name: string;
  /** The sockets of this process, by id. */
  readonly sockets: Map<string, SocketPresence>;
  /** The sockets of other processes, by process. */
  readonly remote: Map<string, { entries: SocketPresence[]; receivedAt: number }>;
  /** What the last notification contained, to detect a change. */
  lastViewers: string;
  lastTyping: string;
}

/** What changed in a room: who is in it, or only who types. */
export type ViewerChange = 'people' | 'typing';

/** Typing ends after this time without another signal. */
export const typingTimeoutMs = 5_000;
/** A typing signal is ignored if it comes this soon after the last one. */
const typingThrottleMs = 1_500;
/** A process that is silent for this time counts as ended; a running one resends everything at least twice in it. */
export const processTimeoutMs = 25_000;
/** More users than a screen could show. */
const maxViewers = 20;

/** Knows who has which room open, in this and other processes. Entries that are not repeated expire. */
export class PresenceRegistry {
  private readonly rooms = new Map<string, Room>();

  constructor(private readonly now: () => number) {}

  enter(companyId: number, name: string, socketId: string, socket: ViewerSocket): ViewerChange | undefined {
    const { sockets } = this.find(companyId, name) ?? this.add(companyId, name);
    sockets.set(socketId, { ...socket, typingUntil: sockets.get(socketId)?.typingUntil ?? 0 });
    return this.detectChange(companyId, name);
  }

  leave(companyId: number, name: string, socketId: string): ViewerChange | undefined {
    return this.find(companyId, name)?.sockets.delete(socketId) ? this.detectChange(companyId, name) : undefined;
  }

  /** @returns false when nothing changed */
  setTyping(companyId: number, name: string, socketId: string, typing: boolean): boolean {
    const entry = this.find(companyId, name)?.sockets.get(socketId);
    if (!entry || entry.peeking) return false;
    const until = typing ? this.now() + typingTimeoutMs : 0;
    if (typing ? until - entry.typingUntil < typingThrottleMs : entry.typingUntil <= this.now()) return false;
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
    const now = this.now();
    const entries = people.map(({ typingMs, ...socket }) => ({
      ...socket,
      typingUntil: typingMs > 0 ? now + Math.min(typingMs, typingTimeoutMs) : 0,
    }));
    if (entries.length === 0) this.find(companyId, name)?.remote.delete(node);
    else (this.find(companyId, name) ?? this.add(companyId, name)).remote.set(node, { entries, receivedAt: now });
    return this.detectChange(companyId, name);
  }

  /** Removes the entries of a process that has left. */
  removeProcess(node: string): void {
    for (const { remote } of this.rooms.values()) remote.delete(node);
  }

  /** The entries of this process in a room, to be sent to the others. */
  serialize(companyId: number, name: string): SerializedViewer[] {
    const now = this.now();
    const own = this.find(companyId, name)?.sockets.values() ?? [];
    return [...own].map(({ typingUntil, ...socket }) => ({ ...socket, typingMs: Math.max(0, typingUntil - now) }));
  }

  /** The rooms in which this process has sockets. */
  ownRooms(): { companyId: number; name: string }[] {
    return [...this.rooms.values()]
      .filter(({ sockets }) => sockets.size > 0)
      .map(({ companyId, name }) => ({ companyId, name }));
  }

  viewersIn(companyId: number, name: string): Viewer[] {
    const room = this.find(companyId, name);
    return room ? this.viewersOf(room) : [];
  }

  /** The names of the company's rooms that are not empty. */
  roomsOf(companyId: number): string[] {
    return [...this.rooms.values()].filter((room) => room.companyId === companyId).map(({ name }) => name);
  }

  /** Returns changes caused by timeouts: silent processes, and users who stopped typing. */
  collectChanges(): { companyId: number; name: string; change: ViewerChange }[] {
    const silentSince = this.now() - processTimeoutMs;
    return [...this.rooms.values()].flatMap(({ companyId, name, remote }) => {
      for (const [node, { receivedAt }] of remote) if (receivedAt < silentSince) remote.delete(node);
      const change = this.detectChange(companyId, name);
      return change ? [{ companyId, name, change }] : [];
    });
  }

  /** Compares the room with its last notification; removes it if it is empty. */
  detectChange(companyId: number, name: string): ViewerChange | undefined {
    const room = this.find(companyId, name);
    if (!room) return undefined;
    const viewers = this.viewersOf(room);
    const people = JSON.stringify(viewers.map(({ userId, name: called, peeking }) => [userId, called, peeking]));
    const typing = JSON.stringify(viewers.filter((viewer) => viewer.typing).map(({ userId }) => userId));
    const change = people !== room.lastViewers ? 'people' : typing !== room.lastTyping ? 'typing' : undefined;
    room.lastViewers = people;
    room.lastTyping = typing;
    if (viewers.length === 0) this.rooms.delete(keyOf(companyId, name));
    return change;
  }

  /** One entry per user, however many sockets the user has. */
  private viewersOf({ sockets, remote }: Room): Viewer[] {
    const now = this.now();
    const found = new Map<number, Viewer>();
    for (const entry of [...sockets.values(), ...[...remote.values()].flatMap(({ entries }) => entries)]) {
      const { userId, name, peeking } = entry;
      const known = found.get(userId);
      const typing = entry.typingUntil > now || known?.typing === true;
      found.set(userId, { userId, name, peeking: peeking && (known?.peeking ?? true), typing });
    }
    return [...found.values()].toSorted((a, b) => a.userId - b.userId).slice(0, maxViewers);
  }

  private find(companyId: number, name: string): Room | undefined {
    return this.rooms.get(keyOf(companyId, name));
  }

  private add(companyId: number, name: string): Room {
    const room = { companyId, name, sockets: new Map(), remote: new Map(), lastViewers: '[]', lastTyping: '[]' };
    this.rooms.set(keyOf(companyId, name), room);
    return room;
  }
}

const keyOf = (companyId: number, name: string): string => `${companyId} ${name}`;
