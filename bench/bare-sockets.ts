import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import type { BareOrder } from './lib/bare-sockets.js';
import { onSchedule } from './lib/open-loop.js';

/*
 * What socket.io alone makes of the same fan-out: sockets in a room each, events of the same size and number, no
 * database and nothing to decide. Started by bench/burst.ts, told what to do by messages; nothing to start by hand.
 */

const http = createServer();
const io = new Server(http, { transports: ['websocket'], serveClient: false, pingInterval: 18_000 });
io.on('connection', (socket) => {
  // the token is nothing here but the name of the room
  const { token } = socket.handshake.auth as { token: string };
  for (const name of ['Tickets', 'Notification']) socket.on(`join${name}`, () => socket.emit('joined', { name }));
  void socket.join(token);
  socket.emit('ready');
});

async function burst({ rooms, mark, rate, count, events, bytes }: BareOrder): Promise<void> {
  const filling = 'x'.repeat(Math.max(0, bytes - 150));
  await onSchedule(rate, count, (moment, index) => {
    const to = io.to(rooms[index % rooms.length] ?? '');
    const body = `${mark}${index}@${(performance.timeOrigin + moment).toFixed(2)}#`;
    to.emit('company-1-appMessage', { action: 'create', message: { body }, filling });
    for (let more = 1; more < events; more += 1) to.emit('company-1-ticket', { action: 'update', filling });
  });
}

process.on('message', (order: BareOrder) => void burst(order).then(() => process.send?.('done')));
process.on('disconnect', () => process.exit(0));
http.listen(0, '127.0.0.1', () => process.send?.((http.address() as AddressInfo).port));
