import type { SystemStyleObject } from '@mui/system';

export const cellSx: SystemStyleObject = {
  px: 1.25,
  py: 0.875,
  borderColor: 'atende.lineSoft',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  bgcolor: 'background.paper',
  'tr:hover > &': { bgcolor: 'inherit' },
};

export const numericSx: SystemStyleObject = { textAlign: 'right', fontVariantNumeric: 'tabular-nums' };
