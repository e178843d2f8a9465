import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Handlers } from './handlers.js';
import { Jobs } from './jobs.js';
import { Runner } from './runner.js';
import { LocalWake, Wake } from './wake.js';

@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [Handlers, Jobs, Runner, { provide: Wake, useClass: LocalWake }],
  exports: [Handlers, Jobs, Runner, Wake],
})
export class JobsModule {}
