import { type DynamicModule, Module } from '@nestjs/common';
import type { AppConfig } from '../config/config.js';
import { LocalWake, Wake } from './wake.js';

/** Who wakes the runners: Bull with a REDIS_URL, this process alone without one. */
@Module({})
export class WakeModule {
  static async forRoot({ redisUrl }: AppConfig): Promise<DynamicModule> {
    // Bull and all it brings along stay on the disk where nobody needs them
    if (redisUrl !== null) return (await import('./bull-wake.module.js')).bullWakeModule(WakeModule);
    const providers = [{ provide: Wake, useClass: LocalWake }];
    return { module: WakeModule, global: true, providers, exports: [Wake] };
  }
}
