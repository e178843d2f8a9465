import Add from '@mui/icons-material/Add';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { ComponentType } from 'react';
import { useTranslate } from 'react-admin';
import { useFieldArray, useFormState } from 'react-hook-form';
import type { InputProps } from '../registry';

interface ListInputProps extends InputProps {
  /** Draws one column of one row. */
  Column: ComponentType<InputProps>;
}

/** A repeated group of a few columns, such as the extra information of a contact. */
export function ListInput({ view, source, creating, Column }: ListInputProps) {
  const translate = useTranslate();
  const { fields: rows, append, remove } = useFieldArray({ name: source });
  const { errors } = useFormState({ name: source, exact: true });
  const message = errors[source]?.message;
  const columns = view.fields ?? [];
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 1.25 }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 1.25, color: 'text.secondary' }}>
        {view.label}
      </Typography>
      {rows.map((row, index) => (
        <Box key={row.id} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <Box
            sx={{
              flex: 1,
              minWidth: 0,
              display: 'grid',
              gap: 1,
              gridTemplateColumns: { xs: '1fr', sm: `repeat(${Math.min(columns.length, 3)}, minmax(0, 1fr))` },
            }}
          >
            {columns.map((column) => (
              <Column
                key={column.name}
                view={column}
                source={`${source}.${index}.${column.name}`}
                creating={creating}
              />
            ))}
          </Box>
          {!view.readOnly && (
            <IconButton
              size="small"
              sx={{ mt: 0.5 }}
              aria-label={translate('app.form.remove_row', { number: index + 1 })}
              onClick={() => remove(index)}
            >
              <Close fontSize="small" />
            </IconButton>
          )}
        </Box>
      ))}
      {typeof message === 'string' && (
        <Typography role="alert" variant="caption" sx={{ color: 'error.main' }}>
          {message}
        </Typography>
      )}
      {!view.readOnly && (
        <Button
          size="small"
          variant="outlined"
          startIcon={<Add />}
          sx={{ justifySelf: 'start' }}
          onClick={() => append(Object.fromEntries(columns.map(({ name, default: value }) => [name, value ?? ''])))}
        >
          {translate('app.form.add_row')}
        </Button>
      )}
    </Box>
  );
}
