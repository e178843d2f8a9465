import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Server, ServerOptions } from 'socket.io';
import { Metrics } from '../observability/metrics.js';
import { RedisConnections } from '../redis/redis-connections.js';
import { BusTransport } from './bus-transport.js';

/** An event of one process that is sent to the others. */
interface PeerEvent {
  readonly companyId: number | null;
  readonly name: string;
  /** The members of the event as JSON. */
  readonly fields: string;
}

interface BusMessage {
  readonly node: string;
  /** The number of the last event of the node, which heartbeats repeat. */
  readonly sequence: number;
  readonly event?: PeerEvent;
  readonly leaving?: true;
}

interface BusEvents {
  /** Another process has sent an event. */
  peerEvent: [event: PeerEvent];
  /** Events may have been lost: emitted once after a gap, and repeatedly (`lasting`) during an outage. */
  missedEvents: [lasting: boolean];
  volatile: [node: string, message: unknown];
  peerArrived: [node: string];
  /** Not emitted for a process that is killed. */
  peerLeft: [node: string];
}

interface Peer {
  sequence: number;
  lastMessageAt: number;
}

const heartbeatIntervalMs = 1500;
/** After this time without any message, even its own heartbeat, a process treats its subscription as broken. */
const peerTimeoutMs = 4 * heartbeatIntervalMs;
/** Peers are kept for this time, because a process that is silent without having left may still be alive. */
const peerRemovalMs = 60_000;
const channel = 'bus';
const volatileChannel = 'bus-aside';

/**
 * Sends events between processes, at most once. Losses are detected, not repaired: messages are numbered, and processes
 * send heartbeats. After a gap or a silence the sockets refetch.
 */
@Injectable()
export class Bus extends EventEmitter<BusEvents> implements BeforeApplicationShutdown {
  readonly node = randomUUID();
  private readonly transport: BusTransport | undefined;
  private readonly peers = new Map<string, Peer>();
  private server: Server | undefined;
  private timer: NodeJS.Timeout | undefined;
  private sequence = 0;
  private lastMessageAt = 0;
  private disconnected = true;
  private leaving = false;

  constructor(
    private readonly redis: RedisConnections,
    private readonly metrics: Metrics,
  ) {
    super();
    if (!redis.commands) return;
    this.transport = new BusTransport(
      redis,
      () => this.markConnected(),
      () => this.markDisconnected(),
    );
    redis.onChange((available) => available && this.heartbeat());
    metrics.gauge('peer_processes', 'Other processes that this one receives events from', () => this.peerCount);
  }

  /** Whether there may be other processes, which requires a REDIS_URL. */
  get hasPeers(): boolean {
    return this.transport !== undefined;
  }

  /** How many other processes this one receives events from. */
  get peerCount(): number {
    return this.peers.size;
  }

  /** undefined when there cannot be other processes. */
  async adapter(): Promise<ServerOptions['adapter'] | undefined> {
    return this.transport?.adapter();
  }

  /** Starts to receive and to send heartbeats. */
  attach(server: Server): void {
    if (!this.transport) return;
    this.server = server;
    this.lastMessageAt = Date.now();
    server.on(channel, (message: BusMessage) => this.receiveMessage(message));
    server.on(volatileChannel, (node: string, message: unknown) => this.emit('volatile', node, message));
    this.timer = setInterval(() => this.heartbeat(), heartbeatIntervalMs);
    this.heartbeat();
  }

  /** Sends a committed event to the other processes, which broadcast it to their sockets. */
  publish(companyId: number | undefined, event: object): void {
    if (!this.transport) return;
    this.sequence += 1;
    const { name } = event.constructor;
    this.send({ event: { companyId: companyId ?? null, name, fields: JSON.stringify(event) } });
  }

  /** Skips a number, so that the other processes detect a gap. */
  announceGap(): void {
    if (!this.transport) return;
    this.sequence += 1;
    this.send({});
  }

  /** Sends a message that will be repeated, so that its loss causes no resync. */
  sendVolatile(message: object): void {
    if (this.transport) this.server?.serverSideEmit(volatileChannel, this.node, message);
  }

  /** Running jobs have ended by now; messages after this one also say that the process leaves. */
  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
    this.leaving = true;
    this.send({});
  }

  private send(message: Pick<BusMessage, 'event'>): void {
    const leaving = this.leaving ? { leaving: true } : {};
    this.server?.serverSideEmit(channel, { ...message, ...leaving, node: this.node, sequence: this.sequence });
  }

  private heartbeat(): void {
    this.send({});
    const now = Date.now();
    if (!this.redis.available) this.disconnected = true;
    if (now - this.lastMessageAt > peerTimeoutMs) {
      this.markDisconnected();
      this.transport?.reconnect();
    }
    if (this.disconnected) {
      this.emit('missedEvents', true);
      return;
    }
    for (const [node, { lastMessageAt }] of this.peers) {
      if (now - lastMessageAt > peerRemovalMs) this.peers.delete(node);
      else if (now - lastMessageAt > peerTimeoutMs) this.emit('missedEvents', true);
    }
  }

  /** A message from any process, also this one, proves that the subscription works. */
  private markConnected(): void {
    this.lastMessageAt = Date.now();
    if (!this.disconnected) return;
    this.disconnected = false;
    // the other processes were not silent; this one did not receive their messages
    for (const peer of this.peers.values()) peer.lastMessageAt = this.lastMessageAt;
    this.reportMissedEvents('reconnect');
  }

  private markDisconnected(): void {
    this.disconnected = true;
    this.lastMessageAt = Date.now();
  }

  private receiveMessage({ node, sequence, event, leaving }: BusMessage): void {
    const known = this.peers.get(node);
    const missed = sequence - (known?.sequence ?? 0) - (event ? 1 : 0);
    if (leaving) this.peers.delete(node);
    else this.peers.set(node, { sequence, lastMessageAt: Date.now() });
    if (leaving || !known) this.emit(leaving ? 'peerLeft' : 'peerArrived', node);
    if (event) this.emit('peerEvent', event);
    if (missed > 0) this.reportMissedEvents('gap');
  }

  private reportMissedEvents(reason: 'gap' | 'reconnect'): void {
    this.metrics.increment('realtime_resyncs_total', 'Resyncs after events of other processes may have been missed', {
      reason,
    });
    this.emit('missedEvents', false);
  }
}
