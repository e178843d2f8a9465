import { DomainEvent, fields } from '../../../core/events/event.js';

/** The export of a report was started, made progress, ended or was removed. */
@DomainEvent()
export class ReportExportChanged extends fields<{
  companyId: number;
  exportId: number;
  userId: number;
}>() {}
