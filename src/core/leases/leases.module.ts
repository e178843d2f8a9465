import { Global, Module } from '@nestjs/common';
import { Leases, LeaseTimings } from '../jobs/leases.js';

@Global()
@Module({ providers: [Leases, LeaseTimings], exports: [Leases] })
export class LeasesModule {}
