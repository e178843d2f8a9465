import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { LeasesModule } from '../leases/leases.module.js';
import { Cron } from './cron.js';
import { HandlerDiscovery } from './handler-discovery.js';
import { Jobs } from './jobs.js';
import { Runner } from './runner.js';
import { Sweeper } from './sweeper.js';

@Global()
@Module({
  imports: [DiscoveryModule, LeasesModule],
  providers: [HandlerDiscovery, Jobs, Runner, Cron, Sweeper],
  exports: [HandlerDiscovery, Jobs, Runner, Cron, Sweeper],
})
export class JobsModule {}
