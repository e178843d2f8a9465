import { Link } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { ResourceOverrides } from '../../../schema/overrides';
import { type FieldProps, readValue } from '../../../schema/registry';

/** How many rows were not taken; leads to them, and to those that were taken in part. */
function Refused({ view, record }: FieldProps) {
  const translate = useTranslate();
  const count = Number(readValue(record, view.name)).toLocaleString('pt-BR');
  const filter = encodeURIComponent(JSON.stringify({ importId: record.id }));
  return (
    <Link
      component={RouterLink}
      to={`/admin/import-refusals?filter=${filter}`}
      aria-label={translate('platform.refusals_of', { count, run: String(record.id) })}
      sx={{ display: 'inline-block', minWidth: 32, p: 0.5 }}
    >
      {count}
    </Link>
  );
}

export const overrides: ResourceOverrides = {
  resource: 'imports',
  fields: { refused: Refused },
};
