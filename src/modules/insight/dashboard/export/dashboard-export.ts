import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { type Localized, t } from '../../../../core/i18n.js';
import { CsvExporter } from '../../../../core/resource/csv-exporter.js';
import { invalidQuery, type Query, textParam } from '../../../../core/resource/list-query.js';
import { ratingTexts } from '../../../conversations/tickets/export/conversation-columns.dto.js';
import { weekdays } from '../../../platform/companies/working-hours/working-hours.dto.js';
import { DashboardService, type DepartmentFigures, type TimesToTarget } from '../charts/dashboard.service.js';

type Cell = string | number | null | Localized;

interface Table {
  /** The name of the file. */
  readonly name: string;
  readonly headings: readonly Localized[];
  rows(query: Query): Promise<readonly (readonly Cell[])[]>;
}

const attendant = t('Atendente', 'Attendant', 'Agente');
const conversations = t('Conversas', 'Conversations', 'Conversaciones');
const rating = t('Avaliação', 'Rating', 'Calificación');
const day = t('Dia', 'Day', 'Día');
const hour = t('Hora', 'Hour', 'Hora');
const none = t('Sem departamento', 'No department', 'Sin departamento');

const weekdayNames = Object.values(weekdays);

const timesHeadings = (what: Localized): Localized[] =>
  [
    t('metade em até (min)', 'half within (min)', 'la mitad en hasta (min)'),
    t('90 % em até (min)', '90 % within (min)', '90 % en hasta (min)'),
    t('meta (min)', 'target (min)', 'meta (min)'),
    t('na meta', 'within the target', 'dentro de la meta'),
  ].map((part) => t(`${what.pt}: ${part.pt}`, `${what.en}: ${part.en}`, `${what.es}: ${part.es}`));
const timesCells = ({ p50, p90, target, withinTarget }: TimesToTarget): Cell[] => [p50, p90, target, withinTarget];
const departmentCells = ({ finished, withoutAttendant, firstResponse, resolution }: DepartmentFigures): Cell[] => [
  finished,
  withoutAttendant,
  ...timesCells(firstResponse),
  ...timesCells(resolution),
];

/** The tables behind the figures and charts, for spreadsheets. */
@Injectable()
export class DashboardExport {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly csvExporter: CsvExporter,
    private readonly dashboard: DashboardService,
  ) {}

  private readonly tables: Readonly<Record<string, Table>> = {
    attendants: {
      name: 'atendentes.csv',
      headings: [
        attendant,
        rating,
        t('Tempo médio (min)', 'Average time (min)', 'Tiempo medio (min)'),
        t('Finalizados', 'Finished', 'Finalizados'),
      ],
      rows: async (query) =>
        (await this.dashboard.overview(query)).attendants.map((row) => [
          row.name,
          row.rating,
          row.avgSupportTime,
          row.tickets,
        ]),
    },
    departments: {
      name: 'departamentos.csv',
      headings: [
        t('Departamento', 'Department', 'Departamento'),
        t('Finalizados', 'Finished', 'Finalizados'),
        t('Resolvidas sem atendente', 'Resolved without an attendant', 'Resueltas sin agente'),
        ...timesHeadings(t('Primeira resposta', 'First response', 'Primera respuesta')),
        ...timesHeadings(t('Resolução', 'Resolution', 'Resolución')),
      ],
      rows: async (query) =>
        (await this.dashboard.departments(query)).map((row) => [row.name ?? none, ...departmentCells(row)]),
    },
    bot: {
      name: 'robo.csv',
      headings: [
        t('Departamento', 'Department', 'Departamento'),
        t('Opção', 'Option', 'Opción'),
        conversations,
        t('Contidas', 'Contained', 'Contenidas'),
        t('Entregues a um atendente', 'Handed over to an attendant', 'Entregadas a un agente'),
        t('Abandonadas', 'Abandoned', 'Abandonadas'),
      ],
      rows: async (query) => {
        const { attendances, contained, handedOver, abandoned, choices } = await this.dashboard.bot(query);
        return [
          [t('Todos', 'All', 'Todos'), null, attendances, contained, handedOver, abandoned],
          ...choices.map((row) => [row.queue, row.option, row.attendances, null, row.handedOver, null]),
        ];
      },
    },
    ratings: {
      name: 'avaliacoes.csv',
      headings: [rating, conversations],
      rows: async (query) =>
        (await this.dashboard.overview(query)).counters.ratings.map((count, index) => [
          ratingTexts[index + 1] ?? null,
          count,
        ]),
    },
    weekdays: {
      name: 'horarios.csv',
      headings: [day, hour, conversations],
      rows: async (query) =>
        (await this.dashboard.weekdays(query)).data.flatMap(({ weekday, hours }) =>
          hours.map((total, index) => [weekdayNames[weekday - 1] ?? null, index, total]),
        ),
    },
    days: {
      name: 'conversas-por-dia.csv',
      headings: [t('Dia ou hora', 'Day or hour', 'Día u hora'), conversations],
      rows: async (query) =>
        (await this.dashboard.arrivals(query)).data.map((row) => ['data' in row ? row.data : row.horario, row.total]),
    },
    users: {
      name: 'conversas-por-atendente.csv',
      headings: [attendant, conversations],
      rows: async (query) => (await this.dashboard.users(query)).data.map(({ nome, quantidade }) => [nome, quantidade]),
    },
  };

  /** @throws 400 without a table or a period, and as {@link CsvExporter.csv} */
  async csv(query: Query): Promise<{ csv: Readable; name: string }> {
    const which = textParam(query, 'table');
    const table = (Object.hasOwn(this.tables, which) ? this.tables[which] : undefined) ?? invalidQuery('table');
    const { locale, actor } = this.context;
    const rows = await this.db.runAs(actor.companyId, () => table.rows(query));
    const names = ['days', 'date_from', 'date_to', 'initialDate', 'finalDate', 'table'];
    const csv = await this.csvExporter.csv({
      action: 'dashboard.exported',
      filter: Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name))),
      headings: table.headings.map((heading) => heading[locale]),
      batches: batchOf(rows.map((row) => row.map((cell) => this.text(cell)))),
    });
    return { csv, name: table.name };
  }

  /** Decimals in the form of the language; otherwise spreadsheets read them as text or a date. */
  private text(cell: Cell): string {
    const { locale } = this.context;
    if (typeof cell === 'number') return locale === 'en' ? String(cell) : String(cell).replace('.', ',');
    return typeof cell === 'object' ? (cell?.[locale] ?? '') : cell;
  }
}

async function* batchOf<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
