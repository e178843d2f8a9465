import { Global, Module } from '@nestjs/common';
import { Publisher } from '../events/events.js';
import { Bus } from './bus.js';
import { Gateway } from './gateway.js';
import { OnlineUsers } from './online-users.js';
import { RoomPresence } from './room-presence.js';
import { SocketActorResolver } from './socket-actor-resolver.js';
import { SocketRooms } from './socket-rooms.js';

@Global()
@Module({
  providers: [
    Bus,
    OnlineUsers,
    SocketActorResolver,
    RoomPresence,
    SocketRooms,
    Gateway,
    { provide: Publisher, useExisting: Gateway },
  ],
  exports: [Bus, OnlineUsers, RoomPresence, Gateway, Publisher],
})
export class RealtimeModule {}
