import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { Schemas } from '../../../providers/api-types';
import Bars from '../../../shared/charts/bars';
import { ChartCard } from '../../../shared/charts/chart-card';
import { FigureLink } from './figure-link';
import { DateRange } from './filter-bar';
import { dayBefore, downloadTable, useFigures, useReportLink } from './use-dashboard';

/** The days of a chart with dates of its own. */
function useDates() {
  const [dates, setDates] = useState<{ from?: string; until?: string }>({});
  // a page that stays open moves on with the days
  const { from = dayBefore(1), until = dayBefore(0) } = dates;
  const query = from && until ? new URLSearchParams({ initialDate: from, finalDate: until }).toString() : null;
  const controls = (
    <DateRange from={from} until={until} onChange={(change) => setDates((chosen) => ({ ...chosen, ...change }))} />
  );
  return { from, until, query, controls };
}

const MAX_BARS = 12;

export function UsersChart() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { from, until, query, controls } = useDates();
  const figures = useFigures<Schemas['UsersChart']>('/ticketsUsers', query);
  const report = useReportLink({ from, until });
  const rows = figures.data?.data ?? [];
  const shown = rows.slice(0, MAX_BARS);
  const title = translate('dashboard.users');
  const more = rows.length - shown.length;
  return (
    <ChartCard
      title={title}
      lead={more > 0 ? translate('dashboard.users_more', { smart_count: more }) : translate('dashboard.users_lead')}
      controls={controls}
      query={figures}
      empty={rows.length === 0}
      table={{
        headings: [translate('dashboard.attendant'), translate('dashboard.conversations')],
        rows: rows.map(({ id, nome, quantidade }) => ({
          key: id,
          cells: [
            nome,
            <FigureLink key="count" to={report({ users: [id] })} label={nome}>
              {quantidade}
            </FigureLink>,
          ],
        })),
      }}
      onDownload={() => downloadTable('users', query)}
      height={120}
    >
      <Bars
        lying
        label={title}
        // two people may share a name, which a scale of names would merge
        names={shown.map(({ nome, id }) =>
          rows.some((other) => other.nome === nome && other.id !== id) ? `${nome} (${id})` : nome,
        )}
        series={[{ name: translate('dashboard.conversations'), values: shown.map(({ quantidade }) => quantidade) }]}
        height={Math.max(120, shown.length * 34 + 32)}
        onSelect={(index) => {
          const attendant = shown[index];
          const to = attendant && report({ users: [attendant.id] });
          if (to) void navigate(to);
        }}
      />
    </ChartCard>
  );
}

/** @param day DD/MM/YYYY */
function onDay(day: string) {
  const date = day.split('/').reverse().join('-');
  return { dateStart: date, dateEnd: date };
}

export function ArrivalsChart() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { from, until, query, controls } = useDates();
  const figures = useFigures<Schemas['ArrivalsChart']>('/ticketsDay', query);
  const report = useReportLink({ from, until });
  const rows = figures.data?.data ?? [];
  const hourly = rows.some((row) => 'horario' in row);
  const title = translate('dashboard.arrivals');
  const named = rows.map((row) => ({
    name: 'horario' in row ? `${row.horario}h` : row.data.slice(0, 5),
    full: 'horario' in row ? translate('dashboard.hour', { hour: row.horario }) : row.data,
    total: row.total,
    // a report has no hours
    to: 'horario' in row ? undefined : report({ by: 'arrival', ...onDay(row.data) }),
  }));
  return (
    <ChartCard
      title={title}
      lead={translate(hourly ? 'dashboard.arrivals_hour' : 'dashboard.arrivals_day', {
        count: figures.data?.count ?? 0,
      })}
      controls={controls}
      query={figures}
      empty={figures.data?.count === 0}
      table={{
        headings: [
          translate(hourly ? 'dashboard.hour_heading' : 'dashboard.day'),
          translate('dashboard.conversations'),
        ],
        rows: named.map(({ full, total, to }) => ({
          key: full,
          cells: [
            full,
            <FigureLink key="count" to={to} label={full}>
              {total}
            </FigureLink>,
          ],
        })),
      }}
      onDownload={() => downloadTable('days', query)}
    >
      <Bars
        label={title}
        names={named.length > 360 ? named.map(({ full }) => full) : named.map(({ name }) => name)}
        series={[{ name: translate('dashboard.conversations'), values: named.map(({ total }) => total) }]}
        height={260}
        onSelect={(index) => {
          const to = named[index]?.to;
          if (to) void navigate(to);
        }}
      />
    </ChartCard>
  );
}
