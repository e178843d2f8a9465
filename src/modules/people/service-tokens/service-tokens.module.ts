import { Global, Module } from '@nestjs/common';
import { ServiceTokens } from '../../../core/access/session-resolver.js';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { CompaniesModule } from '../../platform/companies/companies.module.js';
import { ServiceTokenPrograms, ServiceTokensService } from './crud/service-tokens.service.js';
import { serviceTokens } from './service-tokens.resource.js';

/** Global, because the guard of core resolves service tokens through it. */
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
