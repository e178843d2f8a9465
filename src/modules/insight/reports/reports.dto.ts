import { t } from '../../../core/i18n.js';
import { Choice, Text } from '../../../core/resource/fields.js';
import { type TableFormat, tableFormats } from '../../../core/resource/table.js';
import { type ReportName, reportNames } from './search/report-filters.js';

const reports: Readonly<Record<ReportName, ReturnType<typeof t>>> = {
  conversations: t('Conversas', 'Conversations', 'Conversaciones'),
  attendants: t('Atendentes', 'Attendants', 'Agentes'),
};

export class ReportExportInput {
  @Choice({
    label: t('Relatório', 'Report', 'Informe'),
    values: reportNames.map((value) => ({ value, label: reports[value] })),
  })
  report!: ReportName;

  @Choice({
    label: t('Formato', 'Format', 'Formato'),
    values: tableFormats.map((value) => ({ value, label: t(value, value, value) })),
  })
  format!: TableFormat;

  /** The query string of the page's address: `dateStart=2026-11-01&queueIds=[3]`. */
  @Text({ label: t('Filtros', 'Filters', 'Filtros'), max: 4000, default: '' })
  query!: string;
}
