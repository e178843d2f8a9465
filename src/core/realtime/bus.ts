import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Server, ServerOptions } from 'socket.io';
import { Metrics } from '../observability/metrics.js';
import { RedisLinks } from '../redis/redis-links.js';
import { BusTransport } from './bus-transport.js';

/** What happened in one process, told to the others: an event with its fields, and the company it belongs to. */
export interface SharedEvent {
  readonly companyId: number | null;
  readonly name: string;
  /** As JSON. */
  readonly fields: string;
}

interface BusMessage {
  readonly node: string;
  /** Counts the events of the node; a heartbeat repeats the last number. */
  readonly sequence: number;
  readonly event?: SharedEvent;
  readonly leaving?: true;
}

interface OtherNode {
  sequence: number;
  heardAt: number;
}

const beatMs = 1500;
/** So long without even our own heartbeat, and nothing can be relied on. */
const silenceMs = 4 * beatMs;
/** A process that fell silent without a farewell may live on, unheard, for some time before it counts as dead. */
const forgottenMs = 60_000;
const channel = 'bus';
const asideChannel = 'bus-aside';

/**
 * Carries events between processes, at most once. What gets lost is noticed, not repeated: each message has a number, each
 * process a heartbeat, and whoever finds a gap or hears nothing has a doubt, upon which sockets ask anew.
 */
@Injectable()
export class Bus implements BeforeApplicationShutdown {
  readonly node = randomUUID();
  private readonly transport: BusTransport | undefined;
  private readonly others = new Map<string, OtherNode>();
  private server: Server | undefined;
  private timer: NodeJS.Timeout | undefined;
  private sequence = 0;
  private heardAt = 0;
  private away = true;
  private leaving = false;
  private receive: (event: SharedEvent) => void = () => undefined;
  private doubted: (lasting: boolean) => void = () => undefined;
  private heardAside: (node: string, said: unknown) => void = () => undefined;
  private otherChanged: (node: string, change: 'arrived' | 'left') => void = () => undefined;

  constructor(
    private readonly links: RedisLinks,
    private readonly metrics: Metrics,
  ) {
    if (!links.commands) return;
    this.transport = new BusTransport(
      links,
      () => this.heard(),
      () => this.broke(),
    );
    links.onChange((usable) => usable && this.beat());
    metrics.gauge('bus_nodes', 'Other processes that this one hears', () => this.others.size);
  }

  /** Whether there may be other processes: with a REDIS_URL only. */
  get hasOthers(): boolean {
    return this.transport !== undefined;
  }

  /** undefined when there are no others. */
  async adapter(): Promise<ServerOptions['adapter'] | undefined> {
    return this.transport?.adapter();
  }

  /** Begins to listen and to be heard. */
  attach(server: Server): void {
    if (!this.transport) return;
    this.server = server;
    this.heardAt = Date.now();
    server.on(channel, (message: BusMessage) => this.take(message));
    server.on(asideChannel, (node: string, said: unknown) => this.heardAside(node, said));
    this.timer = setInterval(() => this.beat(), beatMs);
    this.beat();
  }

  /** Who handles the events of other processes; once, at boot. */
  onEvent(receive: (event: SharedEvent) => void): void {
    this.receive = receive;
  }

  /** Called when events of others may have been missed: once after a gap, again and again (`lasting`) while it goes on. */
  onDoubt(doubted: (lasting: boolean) => void): void {
    this.doubted = doubted;
  }

  share(event: SharedEvent): void {
    if (!this.transport) return;
    this.sequence += 1;
    this.say({ event });
  }

  /** Counts an event that is never told: whoever hears the number finds the gap. */
  lose(): void {
    if (!this.transport) return;
    this.sequence += 1;
    this.say({});
  }

  /** Who handles what others say aside; once, at boot. */
  onAside(heard: (node: string, said: unknown) => void): void {
    this.heardAside = heard;
  }

  /** Called when a process is heard for the first time, and when one says farewell; one that dies says nothing. */
  onOther(changed: (node: string, change: 'arrived' | 'left') => void): void {
    this.otherChanged = changed;
  }

  /** Says what is no event and may get lost, because it is said again: nobody asks anew when it was not heard. */
  sayAside(said: object): void {
    if (this.transport) this.server?.serverSideEmit(asideChannel, this.node, said);
  }

  /** Running jobs have ended by now; what is still shown after this says farewell again. */
  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
    this.leaving = true;
    this.say({});
  }

  private say(message: Pick<BusMessage, 'event'>): void {
    const farewell = this.leaving ? { leaving: true } : {};
    this.server?.serverSideEmit(channel, { ...message, ...farewell, node: this.node, sequence: this.sequence });
  }

  private beat(): void {
    this.say({});
    const now = Date.now();
    if (!this.links.usable) this.away = true;
    if (now - this.heardAt > silenceMs) {
      this.broke();
      this.transport?.renew();
    }
    if (this.away) {
      this.doubted(true);
      return;
    }
    for (const [node, { heardAt }] of this.others) {
      if (now - heardAt > forgottenMs) this.others.delete(node);
      else if (now - heardAt > silenceMs) this.doubted(true);
    }
  }

  /** Even our own heartbeat proves that the subscription works. */
  private heard(): void {
    this.heardAt = Date.now();
    if (!this.away) return;
    this.away = false;
    // whoever was silent was silent because we were deaf
    for (const other of this.others.values()) other.heardAt = this.heardAt;
    this.doubt('return');
  }

  private broke(): void {
    this.away = true;
    this.heardAt = Date.now();
  }

  private take({ node, sequence, event, leaving }: BusMessage): void {
    const known = this.others.get(node);
    const missed = sequence - (known?.sequence ?? 0) - (event ? 1 : 0);
    if (leaving) this.others.delete(node);
    else this.others.set(node, { sequence, heardAt: Date.now() });
    if (leaving || !known) this.otherChanged(node, leaving ? 'left' : 'arrived');
    if (event) this.receive(event);
    if (missed > 0) this.doubt('gap');
  }

  private doubt(reason: 'gap' | 'return'): void {
    this.metrics.count('bus_doubts_total', 'Times that events of other processes may have been missed', { reason });
    this.doubted(false);
  }
}
