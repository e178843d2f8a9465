import { Global, Module } from '@nestjs/common';
import { Publisher } from '../events/events.js';
import { Bus } from './bus.js';
import { Gateway } from './gateway.js';
import { OnlineUsers } from './online-users.js';
import { RoomViewers } from './room-viewers.js';
import { SocketActors } from './socket-actors.js';
import { SocketRooms } from './socket-rooms.js';

@Global()
@Module({
  providers: [
    Bus,
    OnlineUsers,
    SocketActors,
    RoomViewers,
    SocketRooms,
    Gateway,
    { provide: Publisher, useExisting: Gateway },
  ],
  exports: [Bus, OnlineUsers, RoomViewers, Gateway, Publisher],
})
export class RealtimeModule {}
