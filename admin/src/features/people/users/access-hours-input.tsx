import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import { Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { inputs } from '../../../schema/inputs';
import { type InputProps, pick } from '../../../schema/registry';

interface Hours {
  weekdayEn: string;
  startTime: string;
  endTime: string;
}

const workdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

/** The hours in which a user may sign in; one button gives the working days those of the first line. */
export function AccessHoursInput(props: InputProps) {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const { source, view } = props;
  const rows = (useWatch({ name: source }) ?? []) as Hours[];
  const Rows = pick(inputs, view);
  const [first] = rows;
  function copy() {
    if (!first) return;
    const others = rows.filter(({ weekdayEn }) => !workdays.includes(weekdayEn));
    setValue(source, [...workdays.map((weekdayEn) => ({ ...first, weekdayEn })), ...others], { shouldDirty: true });
  }
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Rows {...props} />
      {first && !view.readOnly && (
        <Button size="small" startIcon={<ContentCopy />} sx={{ justifySelf: 'start' }} onClick={copy}>
          {translate('account.users.copy_hours')}
        </Button>
      )}
    </Box>
  );
}
