import { Injectable } from '@nestjs/common';
import { Broadcast, type Shown } from '../../core/events/event.js';
import { Gateway } from '../../core/realtime/gateway.js';
import { CompanyAccessChanged } from './companies.events.js';

/** Cuts the sockets of a company that may not work any more (behaviour.md §2). */
@Injectable()
export class CompaniesListener {
  constructor(private readonly gateway: Gateway) {}

  @Broadcast(CompanyAccessChanged)
  async accessChanged({ companyId }: CompanyAccessChanged): Promise<Shown> {
    return async () => {
      await this.gateway.refreshCompany(companyId);
      return [];
    };
  }
}
