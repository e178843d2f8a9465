import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { serve } from '../test/support/child-program.js';
import { onSchedule } from './lib/http-load.js';

/*
 * socket.io alone with the same fan-out: as many sockets, rooms and events of the same size, without a database.
 * Forked by bench/burst.ts.
 */

const http = createServer();
const io = new Server(http, { transports: ['websocket'], serveClient: false, pingInterval: 18_000 });
io.on('connection', (socket) => {
  // the token is the name of the room
  const { token } = socket.handshake.auth as { token: string };
  socket.on('joinNotification', () => socket.emit('joined', { name: 'Notification' }));
  void socket.join(token);
  socket.emit('ready');
});

export interface FanOut {
  readonly rooms: readonly string[];
  readonly marker: string;
  /** Messages a second, each to the sockets of one room in turn. */
  readonly rate: number;
  readonly count: number;
  /** Events of a message, and the size of each. */
  readonly events: number;
  readonly bytes: number;
}

export const api = {
  listen: async (): Promise<string> => {
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  },
  send: ({ rooms, marker, rate, count, events, bytes }: FanOut): Promise<void> => {
    const filling = 'x'.repeat(Math.max(0, bytes - 150));
    return onSchedule(rate, count, (moment, index) => {
      const to = io.to(rooms[index % rooms.length] ?? '');
      const body = `${marker}${index}@${(performance.timeOrigin + moment).toFixed(2)}#`;
      to.emit('company-1-appMessage', { action: 'create', message: { body }, filling });
      for (let more = 1; more < events; more += 1) to.emit('company-1-ticket', { action: 'update', filling });
    });
  },
};
serve(api);
