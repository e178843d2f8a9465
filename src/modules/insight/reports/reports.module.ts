import { Module } from '@nestjs/common';
import { defineAuditActions } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';
import { definePage } from '../../../core/resource/define-resource.js';
import { ReportExportsService } from './exports/report-exports.service.js';
import { ReportsListener } from './exports/reports.listener.js';
import { RunReportExportHandler } from './exports/run-report-export.job.js';
import { ReportsController } from './search/reports.controller.js';
import { ReportsService } from './search/reports.service.js';

defineAuditActions('exports', {
  'report.exported': t('Exportou um relatório', 'Exported a report', 'Exportó un informe'),
});

definePage({
  name: 'reports',
  path: '/relatories',
  label: t('Relatórios', 'Reports', 'Informes'),
  level: 'supervisor',
  menu: { section: 'main', order: 20, icon: 'Assessment' },
});

/** Reports of finished and current attendances, figures of attendants, and files of both. */
@Module({
  controllers: [ReportsController],
  providers: [ReportsService, ReportExportsService, ReportsListener, RunReportExportHandler],
})
export class ReportsModule {}
