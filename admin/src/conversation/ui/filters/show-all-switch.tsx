import { Box, Switch } from '@mui/material';
import { useTranslate } from 'react-admin';
import { textSize } from '../../../shared/type-scale';
import type { ListScope } from '../../data/use-list-scope';

export function ShowAllSwitch({ scope }: { scope: ListScope }) {
  const translate = useTranslate();
  return (
    <Box
      component="label"
      sx={{
        ml: 'auto',
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: 0.25,
        minHeight: 28,
        boxSizing: 'border-box',
        pl: 1.375,
        pr: 0.5,
        border: 1,
        borderColor: 'divider',
        borderRadius: 99,
        fontSize: textSize.caption,
        color: 'text.secondary',
        cursor: 'pointer',
      }}
    >
      {translate('workspace.list.show_all')}
      <Switch checked={scope.showAll} onChange={(_, checked) => scope.setShowAll(checked)} />
    </Box>
  );
}
