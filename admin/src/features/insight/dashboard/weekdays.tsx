import { useTranslate } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import { ChartCard } from '../../../shared/charts/chart-card';
import { HeatMap } from '../../../shared/charts/heat-map';
import { downloadTable, useFigures } from './use-dashboard';

/** When conversations arrive in the week. */
export function Weekdays({ query }: { query: string | null }) {
  const translate = useTranslate();
  const figures = useFigures<Schemas['WeekdaysChart']>('/weekdays', query);
  const week = figures.data?.data ?? [];
  const title = translate('dashboard.weekdays');
  const name = (weekday: number) => translate(`dashboard.weekday.${weekday}`);
  const hours = week[0]?.hours.map((_, hour) => hour) ?? [];
  return (
    <ChartCard
      title={title}
      lead={translate('dashboard.weekdays_lead')}
      query={figures}
      empty={figures.data?.count === 0}
      height={200}
      table={{
        headings: [translate('dashboard.hour_heading'), ...week.map(({ weekday }) => name(weekday))],
        rows: hours.map((hour) => ({
          key: hour,
          cells: [translate('dashboard.hour', { hour }), ...week.map((day) => day.hours[hour] ?? 0)],
        })),
      }}
      onDownload={() => downloadTable('weekdays', query)}
    >
      <HeatMap
        label={title}
        rows={week.map((day) => ({ name: name(day.weekday), values: day.hours }))}
        column={(hour) => (hour % 3 === 0 ? `${hour}h` : '')}
        cell={(row, hour) =>
          translate('dashboard.cell', {
            day: name(week[row]?.weekday ?? 1),
            hour,
            smart_count: week[row]?.hours[hour] ?? 0,
          })
        }
      />
    </ChartCard>
  );
}
