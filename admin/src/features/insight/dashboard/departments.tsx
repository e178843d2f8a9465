import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import { ChartCard } from '../../../shared/charts/chart-card';
import { type Share, ShareList } from '../../../shared/charts/share-list';
import { ColorDot } from '../../../shared/color-dot';
import { FigureLink } from './figure-link';
import { boundText, percent } from './periods';
import { type Dashboard, downloadTable, type ReportLinkFilters, useFigures, useReportLink } from './use-dashboard';

type Department = Schemas['DashboardDepartment'];
type Times = Department['firstResponse'];

interface SectionProps {
  query: string | null;
  period: Dashboard['period'] | undefined;
}

const useDepartments = (query: string | null) => useFigures<Department[]>('/departments', query);

/** As filters of a report. */
const ofDepartment = ({ id }: Department): ReportLinkFilters =>
  id === null ? { withoutQueue: 1 } : { queueIds: [id] };

function DepartmentName({ department: { name, color } }: { department: Department }) {
  const translate = useTranslate();
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, fontWeight: 500 }}>
      <ColorDot color={color ?? ''} />
      {name ?? translate('dashboard.no_department')}
    </Box>
  );
}

/** How many were within the target, and before. */
function WithinTarget({ times, previous }: { times: Times; previous: Times }) {
  const translate = useTranslate();
  if (times.target === null || times.withinTarget === null) return <>—</>;
  return (
    <>
      <Box component="span" sx={{ fontWeight: 600 }}>
        {percent(times.withinTarget, times.count)}
      </Box>
      <Box component="span" sx={{ display: 'block', color: 'atende.faint', whiteSpace: 'nowrap' }}>
        {translate('dashboard.target', {
          target: boundText(times.target),
          before: percent(previous.withinTarget ?? 0, previous.count),
        })}
      </Box>
    </>
  );
}

/** Times of each department against its targets. */
export function Departments({ query, period }: SectionProps) {
  const translate = useTranslate();
  const figures = useDepartments(query);
  const report = useReportLink(period);
  const rows = (figures.data ?? []).filter(({ finished }) => finished > 0);
  const bound = ({ p50, p90, count }: Times, which: 'p50' | 'p90') => {
    const value = which === 'p50' ? p50 : p90;
    return count === 0
      ? '—'
      : value === null
        ? translate('dashboard.longer')
        : translate('dashboard.up_to', { time: boundText(value) });
  };
  const heading = (name: string, what: string) =>
    `${translate(`dashboard.${name}`)}: ${translate(`dashboard.${what}`)}`;
  return (
    <ChartCard
      title={translate('dashboard.departments')}
      lead={translate('dashboard.departments_lead')}
      query={figures}
      empty={rows.length === 0}
      height={120}
      table={{
        headings: [
          translate('dashboard.department'),
          translate('dashboard.card.finished'),
          ...['first_response', 'resolution'].flatMap((name) => [
            heading(name, 'half'),
            heading(name, 'most'),
            heading(name, 'within'),
          ]),
        ],
        rows: rows.map((department) => ({
          key: department.id ?? 0,
          cells: [
            <DepartmentName key="name" department={department} />,
            <FigureLink
              key="finished"
              to={report(ofDepartment(department))}
              label={department.name ?? translate('dashboard.no_department')}
            >
              {department.finished}
            </FigureLink>,
            ...(['firstResponse', 'resolution'] as const).flatMap((name) => [
              bound(department[name], 'p50'),
              bound(department[name], 'p90'),
              <WithinTarget key={name} times={department[name]} previous={department.previous[name]} />,
            ]),
          ],
        })),
      }}
      onDownload={() => downloadTable('departments', query)}
    />
  );
}

/** How many conversations were resolved without anybody, by department. */
export function Containment({ query, period }: SectionProps) {
  const translate = useTranslate();
  const figures = useDepartments(query);
  const report = useReportLink(period);
  const rows = (figures.data ?? []).filter(({ finished }) => finished > 0);
  const total = (of: (row: Department) => number) => (figures.data ?? []).reduce((sum, row) => sum + of(row), 0);
  const shares = rows.map((department): Share => {
    const { id, name, finished, withoutAttendant } = department;
    const to = report({ ...ofDepartment(department), unaccepted: 1 });
    return {
      key: id ?? 0,
      label: <DepartmentName department={department} />,
      value: (
        <>
          <FigureLink to={to} label={name ?? translate('dashboard.no_department')}>
            {withoutAttendant}
          </FigureLink>{' '}
          · {percent(withoutAttendant, finished)}
        </>
      ),
      part: withoutAttendant / finished,
    };
  });
  return (
    <ChartCard
      title={translate('dashboard.containment')}
      lead={translate('dashboard.containment_lead', {
        share: percent(
          total(({ withoutAttendant }) => withoutAttendant),
          total(({ finished }) => finished),
        ),
        before: percent(
          total(({ previous }) => previous.withoutAttendant),
          total(({ previous }) => previous.finished),
        ),
      })}
      query={figures}
      empty={rows.length === 0}
      height={120}
      table={{
        headings: [
          translate('dashboard.department'),
          translate('dashboard.card.finished'),
          translate('dashboard.containment'),
        ],
        rows: rows.map((department) => ({
          key: department.id ?? 0,
          cells: [
            <DepartmentName key="name" department={department} />,
            department.finished,
            department.withoutAttendant,
          ],
        })),
      }}
      onDownload={() => downloadTable('departments', query)}
    >
      <ShareList shares={shares} />
    </ChartCard>
  );
}
