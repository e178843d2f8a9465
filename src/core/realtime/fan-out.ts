import type { Socket as TcpSocket } from 'node:net';
import type { Server } from 'socket.io';
import type { Emission } from '../events/event.js';

interface WsWebSocket {
  readonly readyState: number;
  readonly _socket?: TcpSocket;
}

/** The value of `WebSocket.OPEN`: no frame may follow a closing one. */
const open = 1;

/** How many packets may wait for a slow client; then it is disconnected, and it refetches when it reconnects. */
const maxWaiting = 2_000;

/** The used members of an engine.io connection, half of which its types declare as private. */
interface Connection {
  readonly readyState: string;
  readonly upgrading: boolean;
  readonly writeBuffer: readonly unknown[];
  readonly transport: { readonly name: string; readonly writable: boolean; readonly socket?: WsWebSocket };
  close(discard: boolean): void;
  write(data: string, options: { wsPreEncodedFrame: readonly Buffer[] }): void;
}

/**
 * Sends an event to the sockets of this process in the rooms. The event is encoded once, and written as one buffer to
 * the TCP socket of each client that has read everything before. For other clients it is queued, as socket.io does for
 * all. This halves the cost per socket; a company may have a hundred sockets.
 */
export function fanOut(server: Server, { rooms, except = [], name, payload }: Emission): void {
  const { adapter, sockets } = server.sockets;
  const ids = new Set(rooms.flatMap((room) => [...(adapter.rooms.get(room) ?? [])]));
  for (const room of except) for (const id of adapter.rooms.get(room) ?? []) ids.delete(id);
  if (ids.size === 0) return;
  // socket.io's packet type for an event of the root namespace, to which engine.io adds its own type
  const packet = `2${JSON.stringify([name, payload])}`;
  const frame = textFrame(`4${packet}`);
  for (const id of ids) {
    const connection = sockets.get(id)?.conn as unknown as Connection | undefined;
    if (!connection) continue;
    const socket = idleSocket(connection);
    if (socket) socket.write(frame);
    else if (connection.writeBuffer.length < maxWaiting) connection.write(packet, { wsPreEncodedFrame: [frame] });
    else connection.close(true);
  }
}

/** The TCP socket, or undefined when engine.io or Node has queued data before it. */
function idleSocket({ readyState, upgrading, transport, writeBuffer }: Connection): TcpSocket | undefined {
  if (readyState !== 'open' || upgrading || transport.name !== 'websocket') return undefined;
  if (!transport.writable || writeBuffer.length > 0 || transport.socket?.readyState !== open) return undefined;
  const socket = transport.socket._socket;
  return socket?.writable && socket.writableLength === 0 ? socket : undefined;
}

/** A complete, unmasked text frame, as a server sends it (RFC 6455 §5.2). */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(header + length);
  frame[0] = 0x81;
  frame[1] = header === 2 ? length : header === 4 ? 126 : 127;
  if (header === 4) frame.writeUInt16BE(length, 2);
  if (header === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, header);
  return frame;
}
