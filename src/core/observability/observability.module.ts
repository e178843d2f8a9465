import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { HealthController } from './health.controller.js';
import { Health } from './health.js';
import { HttpObserver } from './http-observer.js';
import { MetricsController } from './metrics.controller.js';
import { Metrics } from './metrics.js';

@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [HealthController, MetricsController],
  providers: [Health, Metrics, HttpObserver],
  exports: [Health, Metrics],
})
export class ObservabilityModule {}
