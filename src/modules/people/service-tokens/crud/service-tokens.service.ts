import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ServiceTokens, serviceTokenPrefix } from '../../../../core/access/session-resolver.js';
import { momentFrom } from '../../../../core/calendar.js';
import type { Actor } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import type { Stored } from '../../../../core/resource/record-table.js';
import { CompaniesService } from '../../../platform/companies/registration/companies.service.js';
import { programActor } from '../../auth/sessions/auth.queries.js';
import { ServiceToken } from '../service-token.entity.js';
import type { ServiceTokenInput } from '../service-tokens.dto.js';
import { maxTokens, serviceTokenErrors } from '../service-tokens.errors.js';
import { serviceTokens } from '../service-tokens.resource.js';
import { markTokenUsed, programOfToken } from './service-tokens.queries.js';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export interface ServiceTokenRecord extends Columns<ServiceToken, ServiceTokenInput> {
  readonly prefix: string;
  readonly lastUsedAt: Stored<ServiceToken>['lastUsedAt'];
  readonly createdBy: string;
  /** Only in the answer to the creation of the token. */
  readonly token?: string;
}

@Injectable()
export class ServiceTokensService extends CrudService<ServiceToken, ServiceTokenInput, ServiceTokenRecord> {
  constructor(
    deps: CrudDependencies,
    private readonly companies: CompaniesService,
  ) {
    super(serviceTokens, deps);
  }

  /** @throws 409 ERR_SERVICE_TOKENS_LIMIT */
  override async create(input: ServiceTokenInput): Promise<ServiceTokenRecord> {
    await this.deps.db.lock('service-tokens', this.deps.context.companyId);
    if ((await this.em.count(ServiceToken)) >= maxTokens) throw serviceTokenErrors.ERR_SERVICE_TOKENS_LIMIT();
    const { id } = await super.create(input);
    const entity = await this.find(id);
    const token = `${serviceTokenPrefix}${randomBytes(32).toString('base64url')}`;
    entity.tokenHash = hashOf(token);
    entity.prefix = token.slice(0, 10);
    await this.em.flush();
    return { ...(await this.presentOne(entity)), token };
  }

  protected override initialValues(): object {
    return { createdBy: this.deps.context.actor.name };
  }

  protected override async write(entity: ServiceToken, input: Partial<ServiceTokenInput>): Promise<void> {
    // a token would remain valid after the support session ends
    if (this.deps.context.actor.support) throw coreErrors.ERR_SUPPORT_SESSION();
    const { name, scopes, expiresAt } = input;
    if (name !== undefined) entity.name = name;
    if (scopes !== undefined) entity.scopes = scopes;
    if (expiresAt !== undefined)
      entity.expiresAt = expiresAt === null ? null : momentFrom(expiresAt, await this.companies.timeZone(), 'end');
  }

  protected override present(rows: readonly Stored<ServiceToken>[]): Promise<ServiceTokenRecord[]> {
    return this.records(rows, ({ prefix, lastUsedAt, createdBy }) => ({
      prefix: `${prefix}…`,
      lastUsedAt,
      createdBy,
    }));
  }
}

/** Looks up the program of a token at every request, so that a revoked or expired token is refused at once. */
@Injectable()
export class ServiceTokenPrograms extends ServiceTokens {
  constructor(private readonly db: Db) {
    super();
  }

  async resolve(token: string): Promise<Actor | undefined> {
    const row = await this.db.platformRow(programOfToken(hashOf(token)));
    if (!row) return undefined;
    const actor = programActor('service', row);
    if (!actor.features['useExternalApi']) throw coreErrors.ERR_NO_PERMISSION();
    if (row.unusedForAMinute) await this.db.platformRow(markTokenUsed(row.id));
    return actor;
  }
}
