import { Module } from '@nestjs/common';
import { defineAuditActions } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';
import { definePage } from '../../../core/resource/define-resource.js';
import { DashboardController } from './charts/dashboard.controller.js';
import { DashboardService } from './charts/dashboard.service.js';
import { DashboardExport } from './export/dashboard-export.js';
import { FiguresService } from './figures/figures.service.js';
import { RollUpFiguresHandler } from './figures/roll-up-figures.job.js';

definePage({
  name: 'dashboard',
  path: '/',
  label: t('Dashboard', 'Dashboard', 'Panel'),
  level: 'user',
  menu: { section: 'main', order: 5, icon: 'Dashboard' },
});
defineAuditActions('exports', {
  'dashboard.exported': t('Exportou números do dashboard', 'Exported dashboard figures', 'Exportó cifras del panel'),
});

/** Figures of conversations: stored sums for closed days, and counts of the cycles for all other days. */
@Module({
  controllers: [DashboardController],
  providers: [DashboardService, DashboardExport, FiguresService, RollUpFiguresHandler],
})
export class DashboardModule {}
