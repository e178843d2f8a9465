import { type DynamicModule, Module } from '@nestjs/common';
import { AppConfig } from './config.js';

/** Gives every module the configuration that main (or a test) loaded. */
@Module({})
export class AppConfigModule {
  static forRoot(config: AppConfig): DynamicModule {
    return {
      module: AppConfigModule,
      global: true,
      providers: [{ provide: AppConfig, useValue: config }],
      exports: [AppConfig],
    };
  }
}
