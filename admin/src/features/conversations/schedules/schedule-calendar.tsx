import Add from '@mui/icons-material/Add';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { Box, Button, ButtonBase, Paper, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useListContext, useLocale, useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { get } from '../../../conversation/data/api';
import type { Schedule } from '../../../conversation/data/use-schedules';
import type { ResourceView } from '../../../schema/types';
import { ellipsis } from '../../../shared/ellipsis';
import { formatTime } from '../../../shared/format';
import { LoadFailed } from '../../../shared/load-failed';
import { Spoken } from '../../../shared/spoken';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { textSize } from '../../../shared/type-scale';
import { addDays, dayKey, weeksOf } from './month';
import { ScheduleStatus, StatusIcon } from './schedule-status';

/** The most that a list answers at once. */
const PAGE_SIZE = 100;
const MAX_PAGES = 5;
const SHOWN_PER_DAY = 3;
const FIRST_HOUR = 9;

/** Everything of some days that the filters of the list let through, at most 500. */
function useSchedulesOf(first: Date, last: Date, filters: object) {
  // the company's calendar may be a day ahead of the viewer's, or behind
  const [dateStart, dateEnd] = [dayKey(addDays(first, -1)), dayKey(addDays(last, 1))];
  const filter = JSON.stringify({ ...filters, dateStart, dateEnd });
  return useQuery({
    queryKey: ['schedules', 'calendar', filter],
    queryFn: async ({ signal }) => {
      const rows: Schedule[] = [];
      for (let page = 0; page < MAX_PAGES && rows.length === page * PAGE_SIZE; page += 1) {
        const range = JSON.stringify([page * PAGE_SIZE, (page + 1) * PAGE_SIZE - 1]);
        const sort = JSON.stringify(['sendAt', 'ASC']);
        rows.push(...(await get<Schedule[]>('/schedules', { filter, range, sort }, signal)));
      }
      return rows;
    },
    placeholderData: (previous) => previous,
  });
}

interface EntryProps {
  schedule: Schedule;
  view: ResourceView;
}

const entryLink = { borderRadius: '6px', '&:hover, &:focus-visible': { bgcolor: 'atende.hover' } } as const;

/** A line of a day in the grid. */
function GridEntry({ schedule, view }: EntryProps) {
  const { search } = useLocation();
  const { id, sendAt, status, contact } = schedule;
  return (
    <ButtonBase
      component={Link}
      to={{ pathname: `/${view.screenPath}/${id}`, search }}
      sx={{
        ...entryLink,
        width: '100%',
        minHeight: 24,
        px: 0.5,
        gap: 0.5,
        justifyContent: 'flex-start',
        fontSize: textSize.caption,
      }}
    >
      <StatusIcon status={status} />
      <time dateTime={sendAt}>{formatTime(sendAt)}</time>
      <Box component="span" sx={{ ...ellipsis, minWidth: 0 }}>
        {contact.name || contact.number}
      </Box>
    </ButtonBase>
  );
}

/** A line of the chosen day. */
function DayEntry({ schedule, view }: EntryProps) {
  const { search } = useLocation();
  const { id, sendAt, contact, body } = schedule;
  return (
    <ButtonBase
      component={Link}
      to={{ pathname: `/${view.screenPath}/${id}`, search }}
      sx={{
        ...entryLink,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 0.25,
        width: '100%',
        p: 1,
        textAlign: 'left',
      }}
    >
      <Box sx={{ display: 'flex', gap: 1, minWidth: 0 }}>
        <time dateTime={sendAt}>{formatTime(sendAt)}</time>
        <Box component="span" sx={{ ...ellipsis, minWidth: 0, fontWeight: 500 }}>
          {contact.name || contact.number}
        </Box>
      </Box>
      <Box sx={{ ...ellipsis, fontSize: textSize.small, color: 'text.secondary' }}>{body}</Box>
      <Box sx={{ ...ellipsis, fontSize: textSize.caption, color: 'text.secondary' }}>
        <ScheduleStatus {...schedule} />
      </Box>
    </ButtonBase>
  );
}

interface DayPanelProps {
  day: Date;
  rows: readonly Schedule[];
  view: ResourceView;
}

function DayPanel({ day, rows, view }: DayPanelProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const { search } = useLocation();
  const titleId = useId();
  const at = new Date(day.getFullYear(), day.getMonth(), day.getDate(), FIRST_HOUR);
  const start = at > new Date() ? { sendAt: at.toISOString() } : {};
  const past = dayKey(day) < dayKey(new Date());
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ minWidth: 0 }}>
      <Typography id={titleId} variant="h3" component="h2" sx={{ px: 1, mb: 0.5 }}>
        {day.toLocaleDateString(locale, { weekday: 'long', day: 'numeric', month: 'long' })}
      </Typography>
      {rows.length === 0 && (
        <Typography variant="body2" sx={{ px: 1, color: 'text.secondary' }}>
          {translate('schedules.none')}
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {rows.map((schedule) => (
          <li key={schedule.id}>
            <DayEntry schedule={schedule} view={view} />
          </li>
        ))}
      </Box>
      {!past && view.can.create && (
        <Button
          size="small"
          startIcon={<Add />}
          component={Link}
          to={{ pathname: `/${view.screenPath}/create`, search }}
          state={{ start }}
          sx={{ mt: 0.5 }}
        >
          {translate('schedules.action')}
        </Button>
      )}
    </Box>
  );
}

interface DayCellProps extends DayPanelProps {
  /** Of the month that is shown. */
  inside: boolean;
  chosen: boolean;
  onChoose: () => void;
}

/** The number of a day chooses it; narrow screens show only how many messages it has. */
function DayCell({ day, rows, view, inside, chosen, onChoose }: DayCellProps) {
  const translate = useTranslate();
  const today = dayKey(day) === dayKey(new Date());
  const count = translate('schedules.count', { smart_count: rows.length });
  return (
    <Box
      component="td"
      sx={{
        p: 0.5,
        height: { xs: 52, md: 116 },
        verticalAlign: 'top',
        border: 1,
        borderColor: 'atende.lineSoft',
        bgcolor: chosen ? 'atende.hover' : undefined,
      }}
    >
      <ButtonBase
        aria-pressed={chosen}
        aria-current={today ? 'date' : undefined}
        onClick={onChoose}
        sx={{
          borderRadius: '8px',
          width: { xs: '100%', md: 'auto' },
          minWidth: 28,
          minHeight: { xs: 40, md: 26 },
          px: 0.75,
          display: 'grid',
          alignContent: 'center',
          fontSize: textSize.small,
          fontWeight: today ? 700 : 400,
          color: today ? 'primary.main' : inside ? 'text.primary' : 'text.secondary',
          '&:focus-visible': { outline: 2, outlineColor: 'primary.main' },
        }}
      >
        {day.getDate()}
        {rows.length > 0 && (
          <>
            <Spoken>{count}</Spoken>
            <Box
              component="span"
              aria-hidden
              sx={{ display: { md: 'none' }, fontSize: textSize.micro, fontWeight: 600, color: 'primary.main' }}
            >
              {rows.length}
            </Box>
          </>
        )}
      </ButtonBase>
      <Box sx={{ display: { xs: 'none', md: 'block' } }}>
        {rows.slice(0, SHOWN_PER_DAY).map((schedule) => (
          <GridEntry key={schedule.id} schedule={schedule} view={view} />
        ))}
        {rows.length > SHOWN_PER_DAY && (
          <ButtonBase
            onClick={onChoose}
            sx={{ ...entryLink, minHeight: 24, px: 0.5, fontSize: textSize.caption, color: 'text.secondary' }}
          >
            {translate('schedules.more', { count: rows.length - SHOWN_PER_DAY })}
          </ButtonBase>
        )}
      </Box>
    </Box>
  );
}

/** A month of scheduled messages, and those of the chosen day beside it. */
export default function ScheduleCalendar({ view }: { view: ResourceView }) {
  const translate = useTranslate();
  const locale = useLocale();
  const { filterValues } = useListContext();
  const { dateStart: _from, dateEnd: _until, ...filters } = filterValues;
  // its month is shown
  const [chosen, setChosen] = useState(() => new Date());
  const weeks = weeksOf(chosen, locale === 'es' ? 1 : 0);
  const [days, title] = [weeks.flat(), chosen.toLocaleDateString(locale, { month: 'long', year: 'numeric' })];
  const { data = [], error, refetch } = useSchedulesOf(days[0] ?? chosen, days.at(-1) ?? chosen, filters);
  const byDay = Map.groupBy(data, ({ sendAt }) => dayKey(sendAt));
  const rowsOf = (day: Date) => byDay.get(dayKey(day)) ?? [];
  const turn = (months: number) => {
    const first = new Date(chosen.getFullYear(), chosen.getMonth() + months, 1);
    const today = new Date();
    setChosen(dayKey(first).slice(0, 7) === dayKey(today).slice(0, 7) ? today : first);
  };
  if (error && data.length === 0) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return (
    <Paper
      variant="outlined"
      sx={{ flex: '0 1 auto', minHeight: 0, overflowY: 'auto', borderRadius: '14px', p: { xs: 1, sm: 2 }, mb: 2 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mb: 1 }}>
        <TooltipIconButton label={translate('schedules.previous_month')} onClick={() => turn(-1)}>
          <ChevronLeft />
        </TooltipIconButton>
        <Typography
          variant="h3"
          component="h2"
          role="status"
          sx={{ flex: 1, textAlign: 'center', '&::first-letter': { textTransform: 'uppercase' } }}
        >
          {title}
        </Typography>
        <Button size="small" onClick={() => setChosen(new Date())}>
          {translate('schedules.today')}
        </Button>
        <TooltipIconButton label={translate('schedules.next_month')} onClick={() => turn(1)}>
          <ChevronRight />
        </TooltipIconButton>
      </Box>
      {data.length >= PAGE_SIZE * MAX_PAGES && (
        <Typography variant="body2" role="status" sx={{ color: 'text.secondary', mb: 1 }}>
          {translate('schedules.too_many', { count: PAGE_SIZE * MAX_PAGES })}
        </Typography>
      )}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 280px' } }}>
        <Box
          component="table"
          aria-label={title}
          sx={{
            width: '100%',
            tableLayout: 'fixed',
            borderCollapse: 'collapse',
            alignSelf: 'start',
            '& button': { fontFamily: 'inherit' },
          }}
        >
          <thead>
            <tr>
              {weeks[0]?.map((day) => (
                <Box
                  component="th"
                  scope="col"
                  key={day.getDay()}
                  sx={{ pb: 0.5, fontSize: textSize.caption, fontWeight: 500, color: 'text.secondary' }}
                >
                  {day.toLocaleDateString(locale, { weekday: 'short' }).replace('.', '')}
                </Box>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]?.getTime()}>
                {week.map((day) => (
                  <DayCell
                    key={day.getTime()}
                    day={day}
                    rows={rowsOf(day)}
                    view={view}
                    inside={day.getMonth() === chosen.getMonth()}
                    chosen={dayKey(day) === dayKey(chosen)}
                    onChoose={() => setChosen(day)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
        <DayPanel day={chosen} rows={rowsOf(chosen)} view={view} />
      </Box>
    </Paper>
  );
}
