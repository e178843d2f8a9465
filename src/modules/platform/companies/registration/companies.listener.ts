import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Broadcast, type BroadcastResult, type Emission } from '../../../../core/events/event.js';
import { Events } from '../../../../core/events/events.js';
import { Every } from '../../../../core/jobs/cron.js';
import { Gateway } from '../../../../core/realtime/gateway.js';
import { rooms } from '../../../../core/realtime/rooms.js';
import { companyEvent } from '../../../../core/realtime/socket-events.js';
import { CompanyAccessChanged, WorkingHoursChanged } from '../companies.events.js';
import { WorkingHoursService } from '../working-hours/working-hours.service.js';
import { companiesJustDue } from './companies.queries.js';

/** Closes the sockets of a company that may not work any more (behaviour.md §2). */
@Injectable()
export class CompaniesListener {
  constructor(
    private readonly gateway: Gateway,
    private readonly db: Db,
    private readonly events: Events,
    private readonly hours: WorkingHoursService,
  ) {}

  /** Closes the sockets when a due day ends; requests are checked on their own and need no job. */
  @Every(60)
  async dueDaysEnd(): Promise<void> {
    const rows = await this.db.rows(companiesJustDue);
    for (const { id } of rows) this.events.emit(new CompanyAccessChanged({ companyId: id }));
  }

  /**
   * Goes out as the company's settings event. It has its own action because existing clients look for `setting` in
   * every `update`.
   */
  @Broadcast(WorkingHoursChanged)
  async hoursChanged({ companyId }: WorkingHoursChanged): Promise<Emission[]> {
    const { schedules } = await this.hours.get(companyId);
    const days = schedules.map(({ weekday: _name, ...day }) => day);
    const event = companyEvent(companyId, 'settings', { action: 'schedules', schedules: days });
    return [{ rooms: [rooms.admins(companyId)], ...event }];
  }

  @Broadcast(CompanyAccessChanged)
  async accessChanged({ companyId }: CompanyAccessChanged): Promise<BroadcastResult> {
    return async () => {
      await this.gateway.refreshCompany(companyId);
      return [];
    };
  }
}
