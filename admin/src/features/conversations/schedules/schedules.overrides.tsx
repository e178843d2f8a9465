import CalendarMonth from '@mui/icons-material/CalendarMonthOutlined';
import ViewList from '@mui/icons-material/ViewListOutlined';
import { Alert, Box, Chip, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useState } from 'react';
import { AutocompleteInput, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useFileLists } from '../../../conversation/data/use-file-lists';
import type { Schedule } from '../../../conversation/data/use-schedules';
import { mediaField, uploadMedia } from '../../../conversation/ui/forms/media-input';
import { MessageInput } from '../../../conversation/ui/forms/message-input';
import { preferences, usePreference } from '../../../providers/preferences';
import { AutoList } from '../../../schema/auto-list';
import { inputs } from '../../../schema/inputs';
import { inputProps } from '../../../schema/inputs/input-props';
import type { ResourceOverrides } from '../../../schema/overrides';
import { type FieldProps, type InputProps, isObject, readValue } from '../../../schema/registry';
import type { ResourceView } from '../../../schema/types';
import { lazyComponent } from '../../../shared/lazy-component';
import { MediaIcon } from '../../../shared/media-icon';
import { MINUTE_MS, useMinute } from '../../../shared/use-minute';
import { ScheduleStatus } from './schedule-status';
import { soonTimes } from './soon';

const ScheduleCalendar = lazyComponent(() => import('./schedule-calendar'));

/** The text of a template cannot be changed. */
function BodyInput(props: InputProps) {
  const fixed = isObject(useWatch({ name: 'template' })) ? 'schedules.template_text' : undefined;
  const contactId: unknown = useWatch({ name: 'contactId' });
  // of a conversation, where the contact needs no choice
  const [focused] = useState(props.creating && typeof contactId === 'number');
  return <MessageInput {...props} resource="schedules" fixed={fixed} focused={focused} />;
}

/** The time, and usual ones that one click chooses. */
function SendAtInput(props: InputProps) {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const value: unknown = useWatch({ name: props.source });
  const times = soonTimes(new Date(useMinute() * MINUTE_MS));
  const DateInput = inputs.datetime;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <DateInput {...props} />
      {!props.view.readOnly && (
        <Box
          role="group"
          aria-label={translate('schedules.soon.label')}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}
        >
          {times.map(({ name, at }) => {
            const chosen = at.toISOString() === value;
            return (
              <Chip
                key={name}
                clickable
                size="small"
                variant={chosen ? 'filled' : 'outlined'}
                color={chosen ? 'primary' : 'default'}
                aria-pressed={chosen}
                label={translate(`schedules.soon.${name}`)}
                onClick={() => setValue(props.source, at.toISOString(), { shouldDirty: true, shouldValidate: true })}
              />
            );
          })}
        </Box>
      )}
    </Box>
  );
}

/** Chosen in a conversation. */
function TemplateName({ view, source }: InputProps) {
  const template: unknown = useWatch({ name: source });
  return isObject(template) ? (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {view.label}: {String(template.name)} ({String(template.language)})
    </Typography>
  ) : null;
}

/** The lists by the route that is open to attendants. */
function FileListInput(props: InputProps) {
  const { data = [] } = useFileLists(true);
  return <AutocompleteInput {...inputProps(props)} choices={data} optionText="name" />;
}

function Body({ view, record }: FieldProps) {
  const { mediaName, mediaMime } = record as Schedule;
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', verticalAlign: 'middle', alignItems: 'center', gap: 0.75, maxWidth: '100%' }}
    >
      {mediaName && <MediaIcon mime={mediaMime} />}
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {String(readValue(record, view.name))}
      </Box>
    </Box>
  );
}

const Status = ({ record }: FieldProps) => <ScheduleStatus {...(record as Schedule)} />;

const NotSent = ({ record }: { record: object }) => {
  const { errorText } = record as Schedule;
  return errorText ? (
    <Alert severity="error" sx={{ mb: 1 }}>
      {errorText}
    </Alert>
  ) : null;
};

function ViewSwitch() {
  const translate = useTranslate();
  const [mode, setMode] = usePreference(preferences.scheduleView);
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={mode}
      aria-label={translate('schedules.view')}
      onChange={(_, next: typeof mode | null) => next && setMode(next)}
    >
      <ToggleButton value="list" aria-label={translate('schedules.list')}>
        <ViewList fontSize="small" />
      </ToggleButton>
      <ToggleButton value="calendar" aria-label={translate('schedules.calendar')}>
        <CalendarMonth fontSize="small" />
      </ToggleButton>
    </ToggleButtonGroup>
  );
}

function ListOrCalendar({ view }: { view: ResourceView }) {
  const [mode] = usePreference(preferences.scheduleView);
  return <AutoList view={view}>{mode === 'calendar' && <ScheduleCalendar view={view} />}</AutoList>;
}

export const overrides: ResourceOverrides = {
  resource: 'schedules',
  fields: { body: Body, status: Status },
  inputs: { body: BodyInput, sendAt: SendAtInput, fileListId: FileListInput, template: TemplateName },
  list: ListOrCalendar,
  tools: ViewSwitch,
  above: NotSent,
  title: (record, translate) => translate(`schedules.title.${(record as Schedule).status}`),
  rights: (record) => ({ edit: (record as Schedule).sentAt === null, delete: true }),
  // an empty group of inputs is a list
  payload: ({ template }) => ({ template: isObject(template) ? template : null }),
  saved: (id, values) =>
    uploadMedia(`/schedules/${id}/${values[mediaField] === null ? 'media-upload' : 'attachment'}`, values),
};
