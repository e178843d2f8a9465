import { Global, Module } from '@nestjs/common';
import { Leases, LeaseTimes } from './leases.js';

@Global()
@Module({ providers: [Leases, LeaseTimes], exports: [Leases] })
export class LeasesModule {}
