import { Injectable } from '@nestjs/common';
import { Broadcast, type Emission } from '../../../../core/events/event.js';
import { rooms } from '../../../../core/realtime/rooms.js';
import { companyEvent } from '../../../../core/realtime/socket-events.js';
import { ReportExportChanged } from '../reports.events.js';
import type { ReportExportProgress } from './report-exports.queries.js';
import { ReportExportsService } from './report-exports.service.js';

export type ReportExportEvent =
  | { readonly action: 'update'; readonly reportExport: ReportExportProgress }
  | { readonly action: 'delete'; readonly reportExportId: number };

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    reportExport: ReportExportEvent;
  }
}

@Injectable()
export class ReportsListener {
  constructor(private readonly exports: ReportExportsService) {}

  /** Sent only to the user who requested the export. */
  @Broadcast(ReportExportChanged)
  async exportChanged({ companyId, exportId, userId }: ReportExportChanged): Promise<Emission<ReportExportEvent>[]> {
    const reportExport = await this.exports.progress(exportId);
    const payload: ReportExportEvent = reportExport
      ? { action: 'update', reportExport }
      : { action: 'delete', reportExportId: exportId };
    return [{ rooms: [rooms.user(companyId, userId)], ...companyEvent(companyId, 'reportExport', payload) }];
  }
}
