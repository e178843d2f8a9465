import { Box, Button, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../../providers/api-types';
import { textSize } from '../type-scale';

export type FoundColumn = Schemas['FoundColumn'];

const contactRoles = ['name', 'firstName', 'lastName', 'number', 'areaCode', 'email', 'info', 'skip'];

interface ColumnMappingProps {
  columns: readonly FoundColumn[];
  onChange: (columns: readonly FoundColumn[]) => void;
  /** What columns may hold, with its name; parts of contacts unless given. */
  roles?: Readonly<Record<string, string>>;
}

/** Shows the columns of a file with its first three rows, and lets the user say what each holds. */
export function ColumnMapping({ columns, onChange, roles: given }: ColumnMappingProps) {
  const translate = useTranslate();
  const [all, setAll] = useState(false);
  const ofContacts = () => contactRoles.map((role) => [role, translate(`contacts.import.roles.${role}`)] as const);
  const roles = new Map(given ? Object.entries(given) : ofContacts());
  // other fields of contacts are offered where the file has a column for them, under its heading
  const [others] = useState(() => columns.filter(({ role }) => !roles.has(role)));
  const numbered = columns.map((column, index) => ({ ...column, index }));
  // address books have dozens of columns without a value
  const filled = numbered.filter(
    ({ samples, role }) => samples.some((sample) => sample !== '') || !['info', 'skip'].includes(role),
  );
  const shown = all || filled.length === 0 ? numbered : filled;
  const change = (index: number, role: string) =>
    onChange(columns.map((column, at) => (at === index ? { ...column, role } : column)));
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box
        component="ul"
        aria-label={translate('contacts.import.columns')}
        sx={{ m: 0, p: 0, listStyle: 'none', border: 1, borderColor: 'atende.line', borderRadius: '10px' }}
      >
        {shown.map(({ heading, role, samples, index }) => {
          const name = heading || translate('contacts.import.unnamed', { column: index + 1 });
          return (
            <Box
              component="li"
              key={index}
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 220px' },
                // the label of the choice stands on its upper border
                gap: { xs: 1.75, sm: 1 },
                alignItems: 'center',
                p: 1.5,
                '& + &': { borderTop: 1, borderColor: 'atende.line' },
              }}
            >
              <Box sx={{ minWidth: 0 }}>
                <Typography noWrap sx={{ fontWeight: 600, fontSize: textSize.body }}>
                  {name}
                </Typography>
                {samples.map((sample, row) => (
                  <Typography key={row} noWrap sx={{ fontSize: textSize.caption, color: 'text.secondary' }}>
                    {sample || '–'}
                  </Typography>
                ))}
              </Box>
              <TextField
                select
                size="small"
                label={translate('contacts.import.column_of')}
                value={role}
                onChange={({ target }) => change(index, target.value)}
                slotProps={{ select: { native: true }, htmlInput: { 'aria-label': name } }}
              >
                {[...roles].map(([each, label]) => (
                  <option key={each} value={each}>
                    {label}
                  </option>
                ))}
                {others.map((other) => (
                  <option key={other.role} value={other.role}>
                    {other.heading}
                  </option>
                ))}
              </TextField>
            </Box>
          );
        })}
      </Box>
      {shown.length < columns.length && (
        <Button size="small" onClick={() => setAll(true)} sx={{ justifySelf: 'start' }}>
          {translate('contacts.import.empty_columns', { smart_count: columns.length - shown.length })}
        </Button>
      )}
    </Box>
  );
}
