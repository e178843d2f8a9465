import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Server, ServerOptions } from 'socket.io';
import { Metrics } from '../observability/metrics.js';
import { RedisConnections } from '../redis/redis-connections.js';
import { BusTransport } from './bus-transport.js';

/** What happened in one process, told to the others: an event with its fields, and the company it belongs to. */
export interface PeerEvent {
  readonly companyId: number | null;
  readonly name: string;
  /** As JSON. */
  readonly fields: string;
}

interface BusMessage {
  readonly node: string;
  /** Counts the events of the node; a heartbeat repeats the last number. */
  readonly sequence: number;
  readonly event?: PeerEvent;
  readonly leaving?: true;
}

interface OtherNode {
  sequence: number;
  lastHeardAt: number;
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
  private readonly peers = new Map<string, OtherNode>();
  private server: Server | undefined;
  private timer: NodeJS.Timeout | undefined;
  private sequence = 0;
  private heardAt = 0;
  private disconnected = true;
  private leaving = false;
  private receive: (event: PeerEvent) => void = () => undefined;
  private missedEvents: (lasting: boolean) => void = () => undefined;
  private receiveVolatile: (node: string, said: unknown) => void = () => undefined;
  private peerChanged: (node: string, change: 'arrived' | 'left') => void = () => undefined;

  constructor(
    private readonly redis: RedisConnections,
    private readonly metrics: Metrics,
  ) {
    if (!redis.commands) return;
    this.transport = new BusTransport(
      redis,
      () => this.markHeard(),
      () => this.markDisconnected(),
    );
    redis.onChange((usable) => usable && this.heartbeat());
    metrics.gauge('bus_nodes', 'Other processes that this one hears', () => this.peers.size);
  }

  /** Whether there may be other processes: with a REDIS_URL only. */
  get hasPeers(): boolean {
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
    server.on(channel, (message: BusMessage) => this.receiveMessage(message));
    server.on(asideChannel, (node: string, said: unknown) => this.receiveVolatile(node, said));
    this.timer = setInterval(() => this.heartbeat(), beatMs);
    this.heartbeat();
  }

  /** Who handles the events of other processes; once, at boot. */
  onPeerEvent(receive: (event: PeerEvent) => void): void {
    this.receive = receive;
  }

  /** Called when events of others may have been missed: once after a gap, again and again (`lasting`) while it goes on. */
  onMissedEvents(doubted: (lasting: boolean) => void): void {
    this.missedEvents = doubted;
  }

  publish(event: PeerEvent): void {
    if (!this.transport) return;
    this.sequence += 1;
    this.send({ event });
  }

  /** Counts an event that is never told: whoever hears the number finds the gap. */
  announceGap(): void {
    if (!this.transport) return;
    this.sequence += 1;
    this.send({});
  }

  /** Who handles what others say aside; once, at boot. */
  onVolatile(heard: (node: string, said: unknown) => void): void {
    this.receiveVolatile = heard;
  }

  /** Called when a process is heard for the first time, and when one says farewell; one that dies says nothing. */
  onPeerChange(changed: (node: string, change: 'arrived' | 'left') => void): void {
    this.peerChanged = changed;
  }

  /** Says what is no event and may get lost, because it is said again: nobody asks anew when it was not heard. */
  sendVolatile(said: object): void {
    if (this.transport) this.server?.serverSideEmit(asideChannel, this.node, said);
  }

  /** Running jobs have ended by now; what is still shown after this says farewell again. */
  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
    this.leaving = true;
    this.send({});
  }

  private send(message: Pick<BusMessage, 'event'>): void {
    const farewell = this.leaving ? { leaving: true } : {};
    this.server?.serverSideEmit(channel, { ...message, ...farewell, node: this.node, sequence: this.sequence });
  }

  private heartbeat(): void {
    this.send({});
    const now = Date.now();
    if (!this.redis.available) this.disconnected = true;
    if (now - this.heardAt > silenceMs) {
      this.markDisconnected();
      this.transport?.reconnect();
    }
    if (this.disconnected) {
      this.missedEvents(true);
      return;
    }
    for (const [node, { lastHeardAt: heardAt }] of this.peers) {
      if (now - heardAt > forgottenMs) this.peers.delete(node);
      else if (now - heardAt > silenceMs) this.missedEvents(true);
    }
  }

  /** Even our own heartbeat proves that the subscription works. */
  private markHeard(): void {
    this.heardAt = Date.now();
    if (!this.disconnected) return;
    this.disconnected = false;
    // whoever was silent was silent because we were deaf
    for (const other of this.peers.values()) other.lastHeardAt = this.heardAt;
    this.reportMissedEvents('return');
  }

  private markDisconnected(): void {
    this.disconnected = true;
    this.heardAt = Date.now();
  }

  private receiveMessage({ node, sequence, event, leaving }: BusMessage): void {
    const known = this.peers.get(node);
    const missed = sequence - (known?.sequence ?? 0) - (event ? 1 : 0);
    if (leaving) this.peers.delete(node);
    else this.peers.set(node, { sequence, lastHeardAt: Date.now() });
    if (leaving || !known) this.peerChanged(node, leaving ? 'left' : 'arrived');
    if (event) this.receive(event);
    if (missed > 0) this.reportMissedEvents('gap');
  }

  private reportMissedEvents(reason: 'gap' | 'return'): void {
    this.metrics.increment('bus_doubts_total', 'Times that events of other processes may have been missed', { reason });
    this.missedEvents(false);
  }
}
