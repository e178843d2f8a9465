import { Box, Skeleton, Typography } from '@mui/material';
import { memo } from 'react';
import type { RaRecord } from 'react-admin';
import { textSize } from '../../shared/type-scale';
import { columnsOf, FieldValue, NameValue } from '../fields';
import type { RowsProps } from './list-table';
import { RowActions } from './row-actions';

const row = {
  px: 1.75,
  pt: 0.75,
  pb: 1.25,
  borderBottom: 1,
  borderColor: 'atende.lineSoft',
  '&:last-of-type': { borderBottom: 0 },
} as const;

interface CardProps extends Omit<RowsProps, 'rows'> {
  record: RaRecord;
}

const Card = memo(function Card({ view, record, onDelete }: CardProps) {
  const columns = columnsOf(view);
  const first = columns.find(({ name }) => name === 'name') ?? columns[0];
  const others = columns.filter((column) => column !== first);
  return (
    <Box component="li" sx={row}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
        <Typography component="div" sx={{ flex: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
          {first && <NameValue view={view} column={first} record={record} />}
        </Typography>
        <RowActions view={view} record={record} onDelete={onDelete} />
      </Box>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: '3px' }}>
        {others.slice(0, 4).map((column) => (
          <Box key={column.name} sx={{ display: 'flex', gap: 1, fontSize: textSize.small, minWidth: 0 }}>
            <Box
              component="dt"
              sx={{ color: 'atende.faint', flex: '0 0 104px', overflow: 'hidden', textOverflow: 'ellipsis' }}
            >
              {column.label}
            </Box>
            <Box component="dd" sx={{ m: 0, minWidth: 0, color: 'text.secondary', overflowWrap: 'anywhere' }}>
              <FieldValue resource={view.name} view={column} record={record} />
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
});

/** Rows for phone width: one card per row, without sideways scrolling. */
export function ListCards({ view, rows, onDelete }: RowsProps) {
  return (
    <Box component="ul" aria-label={view.label} aria-busy={!rows} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rows?.map((record) => <Card key={record.id} view={view} record={record} onDelete={onDelete} />) ??
        Array.from({ length: 6 }, (_, index) => (
          <Box component="li" key={index} sx={row}>
            <Skeleton width="55%" height={32} />
            <Skeleton width="80%" />
          </Box>
        ))}
    </Box>
  );
}
