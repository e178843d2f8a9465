import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import { Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { inputs } from '../../../schema/inputs';
import { type InputProps, pick } from '../../../schema/registry';
import { type AccessHours, copiedToWorkdays } from './access-hours';

/** The hours in which a user may sign in; one button gives the working days those of the first line's day. */
export function AccessHoursInput(props: InputProps) {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const { source, view } = props;
  const rows = (useWatch({ name: source }) ?? []) as AccessHours[];
  const Rows = pick(inputs, view);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Rows {...props} />
      {rows.length > 0 && !view.readOnly && (
        <Button
          size="small"
          startIcon={<ContentCopy />}
          sx={{ justifySelf: 'start' }}
          onClick={() => setValue(source, copiedToWorkdays(rows), { shouldDirty: true })}
        >
          {translate('account.users.copy_hours')}
        </Button>
      )}
    </Box>
  );
}
