import { Global, Module } from '@nestjs/common';
import { RealtimeModule } from '../realtime/realtime.module.js';
import { Events } from './events.js';

@Global()
@Module({ imports: [RealtimeModule], providers: [Events], exports: [Events] })
export class EventsModule {}
