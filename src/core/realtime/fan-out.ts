import type { Socket as Wire } from 'node:net';
import type { Server } from 'socket.io';
import type { Emission } from '../events/event.js';

interface WebSocketOfWs {
  readonly readyState: number;
  readonly _socket?: Wire;
}

/** `WebSocket.OPEN`: after either side's closing frame none may follow. */
const open = 1;

/** Packets that wait for one who does not read; who has not read so many hears no better for one more, and asks anew when it is back. */
const mostWaiting = 2_000;

/** What engine.io has of a connection; its types keep half of it to themselves. */
interface Connection {
  readonly readyState: string;
  readonly upgrading: boolean;
  readonly writeBuffer: readonly unknown[];
  readonly transport: { readonly name: string; readonly writable: boolean; readonly socket?: WebSocketOfWs };
  close(discard: boolean): void;
  write(data: string, options: { wsPreEncodedFrame: readonly Buffer[] }): void;
}

/**
 * Sends an event to everybody in the rooms, here only. An event is packed once and goes as one buffer to whoever has
 * read all that came before; the others wait in the queue of their connection, as socket.io does it for everybody. That
 * halves what a socket costs, and a message of a busy company goes to a hundred of them.
 */
export function fanOut(server: Server, { rooms, except = [], name, payload }: Emission): void {
  const { adapter, sockets } = server.sockets;
  const ids = new Set(rooms.flatMap((room) => [...(adapter.rooms.get(room) ?? [])]));
  for (const room of except) for (const id of adapter.rooms.get(room) ?? []) ids.delete(id);
  if (ids.size === 0) return;
  // an event of the root namespace in socket.io's protocol, and in engine.io's a message
  const packet = `2${JSON.stringify([name, payload])}`;
  const frame = framed(`4${packet}`);
  for (const id of ids) {
    const connection = sockets.get(id)?.conn as unknown as Connection | undefined;
    if (!connection) continue;
    const wire = freeWire(connection);
    if (wire) wire.write(frame);
    else if (connection.writeBuffer.length < mostWaiting) connection.write(packet, { wsPreEncodedFrame: [frame] });
    else connection.close(true);
  }
}

/** Its socket, while nothing waits before it: neither in engine.io nor in Node. */
function freeWire({ readyState, upgrading, transport, writeBuffer }: Connection): Wire | undefined {
  if (readyState !== 'open' || upgrading || transport.name !== 'websocket') return undefined;
  if (!transport.writable || writeBuffer.length > 0 || transport.socket?.readyState !== open) return undefined;
  const wire = transport.socket._socket;
  return wire?.writable && wire.writableLength === 0 ? wire : undefined;
}

/** A text frame of a server: whole and unmasked (RFC 6455 §5.2). */
function framed(text: string): Buffer {
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
