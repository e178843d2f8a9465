import { alpha, Box, useTheme } from '@mui/material';
import { textSize } from '../type-scale';

interface HeatMapProps {
  label: string;
  rows: readonly { name: string; values: readonly number[] }[];
  /** The name of a column; the empty text where there is no room for one. */
  column: (index: number) => string;
  /** What a cell says on hover. */
  cell: (row: number, column: number) => string;
}

/** A colour for each value: the stronger, the more. Screen readers find the figures in the table. */
export function HeatMap({ label, rows, column, cell }: HeatMapProps) {
  const { palette } = useTheme();
  const most = Math.max(1, ...rows.flatMap(({ values }) => values));
  const columns = rows[0]?.values.length ?? 0;
  return (
    <Box role="img" aria-label={label} sx={{ display: 'grid', gap: '3px', alignContent: 'start' }}>
      {rows.map(({ name, values }, row) => (
        <Box
          key={name}
          sx={{
            display: 'grid',
            gap: { xs: '1px', sm: '3px' },
            gridTemplateColumns: `34px repeat(${columns}, minmax(0, 1fr))`,
          }}
        >
          <Box component="span" sx={{ fontSize: textSize.micro, color: 'text.secondary', alignSelf: 'center' }}>
            {name}
          </Box>
          {values.map((value, index) => (
            <Box
              key={index}
              title={cell(row, index)}
              sx={{
                height: 24,
                borderRadius: '4px',
                bgcolor:
                  value === 0 ? 'atende.lineSoft' : alpha(palette.atende.pri, 0.15 + 0.85 * Math.sqrt(value / most)),
              }}
            />
          ))}
        </Box>
      ))}
      <Box sx={{ display: 'grid', gridTemplateColumns: `34px repeat(${columns}, minmax(0, 1fr))` }}>
        <span />
        {Array.from({ length: columns }, (_, index) => (
          <Box
            component="span"
            key={index}
            sx={{
              fontSize: textSize.micro,
              color: 'text.secondary',
              whiteSpace: 'nowrap',
              overflow: 'visible',
              width: 0,
            }}
          >
            {column(index)}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
