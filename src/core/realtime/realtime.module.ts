import { Global, Module } from '@nestjs/common';
import { Publisher } from '../events/events.js';
import { Gateway } from './gateway.js';

@Global()
@Module({ providers: [Gateway, { provide: Publisher, useExisting: Gateway }], exports: [Gateway, Publisher] })
export class RealtimeModule {}
