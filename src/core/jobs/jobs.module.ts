import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { LeasesModule } from '../leases/leases.module.js';
import { Cron } from './cron.js';
import { Handlers } from './handlers.js';
import { Jobs } from './jobs.js';
import { Runner } from './runner.js';
import { Sweeper } from './sweeper.js';
import { LocalWake, Wake } from './wake.js';

@Global()
@Module({
  imports: [DiscoveryModule, LeasesModule],
  providers: [Handlers, Jobs, Runner, Cron, Sweeper, { provide: Wake, useClass: LocalWake }],
  exports: [Handlers, Jobs, Runner, Cron, Sweeper, Wake],
})
export class JobsModule {}
