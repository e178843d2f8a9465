import { Global, Module } from '@nestjs/common';
import { ServiceTokens } from '../../core/access/session-resolver.js';
import { resourceModule } from '../../core/resource/resource.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { serviceTokens } from './service-tokens.resource.js';
import { ServiceTokenPrograms, ServiceTokensService } from './service-tokens.service.js';

/** Global, because core's guard resolves service tokens through it. */
@Global()
@Module({
  imports: [CompaniesModule],
  ...resourceModule(serviceTokens, {
    service: ServiceTokensService,
    providers: [{ provide: ServiceTokens, useClass: ServiceTokenPrograms }],
    exports: [ServiceTokens],
  }),
})
export class ServiceTokensModule {}
