import { DomainEvent } from '../../../core/events/event.js';

/** The export of a report was started, made progress, ended or was removed. */
@DomainEvent()
export class ReportExportChanged {
  constructor(
    readonly companyId: number,
    readonly exportId: number,
    readonly userId: number,
  ) {}
}
