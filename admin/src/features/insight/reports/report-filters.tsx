import { Box, Button, Chip, MenuItem, TextField, useMediaQuery } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { connectionsQuery, queuesQuery, tagsQuery, usersQuery } from '../../../conversation/data/company-queries';
import { useSessionUser } from '../../../providers/session-user';
import { DateField } from '../../../shared/date-field/date-field';
import { FilterField } from '../../../shared/filter-field';
import { type ChangeFilters, type ReportFilters, readIds, writeIds } from './use-report-filters';
import { useRemovedChoices } from './use-reports';

const box = { flex: { xs: '1 1 100%', sm: '1 1 150px' }, maxWidth: { sm: 220 } } as const;
const dayBox = { flex: '1 1 150px', minWidth: { sm: 168 }, maxWidth: { sm: 190 } } as const;

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <TextField
      select
      label={label}
      value={options.some(([known]) => known === value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={box}
    >
      {options.map(([known, text]) => (
        <MenuItem key={known} value={known}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
}

const rare: readonly (keyof ReportFilters)[] = ['connections', 'tags', 'status', 'rating', 'origin'];
const usual: readonly (keyof ReportFilters)[] = ['queueIds', 'users'];

interface ReportFiltersProps {
  filters: ReportFilters;
  /** The period that the server took. */
  period: { by: string; dateStart: string | null; dateEnd: string | null } | undefined;
  /** What is wrong with it. */
  problem: string | undefined;
  onChange: ChangeFilters;
  onClear: (() => void) | undefined;
}

/** Both ends of what is shown become part of the address; the other end moves along where it would be passed. */
function withDay(days: { dateStart: string; dateEnd: string }, name: keyof typeof days, value: string) {
  const next = { ...days, [name]: value };
  if (value === '' || next.dateStart === '' || next.dateEnd === '' || next.dateStart <= next.dateEnd) return next;
  return { dateStart: value, dateEnd: value };
}

export function ReportFilterBar({ filters, period, problem, onChange, onClear }: ReportFiltersProps) {
  const translate = useTranslate();
  const user = useSessionUser();
  const [opened, setOpened] = useState(false);
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const chosen = [...rare, ...(narrow ? usual : [])].some((name) => filters[name]);
  const more = opened || chosen;
  const queues = useQuery({ ...queuesQuery, enabled: user.profile === 'admin' });
  const users = useQuery(usersQuery);
  const connections = useQuery({ ...connectionsQuery, enabled: more });
  const tags = useQuery({ ...tagsQuery, enabled: more });
  const { data: removed } = useRemovedChoices();
  const text = (key: string) => translate(`reports.filters.${key}`);
  const withRemoved = <T extends { name: string }>(present: T[] | undefined, gone: readonly T[] = []) =>
    present && [
      ...present,
      ...gone.map((each) => ({ ...each, name: translate('reports.filters.removed', { name: each.name }) })),
    ];
  const dateStart = filters.dateStart ?? period?.dateStart ?? '';
  const dateEnd = filters.dateEnd ?? period?.dateEnd ?? '';
  const own = user.profile === 'admin' ? withRemoved(queues.data, removed?.queues) : user.queues;
  const ids = (
    name: 'queueIds' | 'users' | 'connections' | 'tags',
    key: string,
    options: { id: number; name: string; color?: string }[] | undefined,
  ) => (
    <Box sx={{ flex: { xs: '1 1 100%', sm: '1 1 180px' }, maxWidth: { sm: 300 } }}>
      <FilterField
        label={text(key)}
        nothing={text(`no_${key}`)}
        options={options}
        value={readIds(filters[name])}
        onChange={(picked) => onChange({ [name]: writeIds(picked) })}
      />
    </Box>
  );
  const day = (name: 'dateStart' | 'dateEnd', key: string) => (
    <DateField
      label={text(key)}
      value={{ dateStart, dateEnd }[name]}
      onChange={(value) => onChange(withDay({ dateStart, dateEnd }, name, value))}
      error={name === 'dateEnd' && problem !== undefined}
      helperText={name === 'dateEnd' ? problem : undefined}
      sx={dayBox}
    />
  );
  const mark = (name: 'withoutQueue' | 'withoutAttendant' | 'unaccepted', key: string) =>
    filters[name] && <Chip label={text(key)} onDelete={() => onChange({ [name]: '' })} />;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.25,
        rowGap: 1.75,
        pt: 0.75,
        pb: 1.5,
        flex: 'none',
      }}
    >
      <Choice
        label={text('by')}
        value={filters.by ?? period?.by ?? 'finish'}
        options={[
          ['finish', text('finish')],
          ['arrival', text('arrival')],
        ]}
        onChange={(by) => onChange({ by })}
      />
      {day('dateStart', 'from')}
      {day('dateEnd', 'until')}
      {(more || !narrow) && ids('queueIds', 'queues', own)}
      {(more || !narrow) &&
        ids('users', 'users', withRemoved<{ id: number; name: string }>(users.data, removed?.users))}
      {more && (
        <>
          {ids('connections', 'connections', connections.data)}
          {ids('tags', 'tags', tags.data)}
          <Choice
            label={text('status')}
            value={filters.status ?? ''}
            options={[
              ['', text('any')],
              ...(['pending', 'open', 'closed'] as const).map(
                (status) => [status, translate(`reports.status.${status}`)] as const,
              ),
            ]}
            onChange={(status) => onChange({ status })}
          />
          <Choice
            label={text('rating')}
            value={filters.rating ?? ''}
            options={[
              ['', text('any_rating')],
              ...['3', '2', '1'].map((rating) => [rating, translate(`reports.rating.${rating}`)] as const),
              ['none', text('rating_none')],
            ]}
            onChange={(rating) => onChange({ rating })}
          />
          <Choice
            label={text('origin')}
            value={filters.origin ?? ''}
            options={[
              ['', text('any')],
              ['ad', text('origin_ad')],
              ['none', text('origin_none')],
            ]}
            onChange={(origin) => onChange({ origin })}
          />
        </>
      )}
      {mark('withoutQueue', 'without_queue')}
      {mark('withoutAttendant', 'without_attendant')}
      {mark('unaccepted', 'unaccepted')}
      {filters.channel && (
        <Chip
          label={translate('reports.filters.channel', { name: filters.channel })}
          onDelete={() => onChange({ channel: '' })}
        />
      )}
      {filters.ad && (
        <Chip label={translate('reports.filters.ad', { name: filters.ad })} onDelete={() => onChange({ ad: '' })} />
      )}
      {!chosen && (
        <Button onClick={() => setOpened(!opened)} aria-expanded={opened}>
          {text(opened ? 'fewer' : 'more')}
        </Button>
      )}
      {onClear && <Button onClick={onClear}>{text('clear')}</Button>}
    </Box>
  );
}
