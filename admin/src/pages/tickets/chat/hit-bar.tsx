import Close from '@mui/icons-material/Close';
import Down from '@mui/icons-material/KeyboardArrowDown';
import Up from '@mui/icons-material/KeyboardArrowUp';
import Search from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useShortcut } from '../../../app/shortcuts/use-shortcut';
import { textSize } from '../../../shared/type-scale';
import type { HitSteps } from './use-hit-steps';

const ways = [
  [-1, Up, 'list.hits.older'],
  [1, Down, 'list.hits.newer'],
] as const;

/** What was searched for, at which of its places one is, and the way to the others. */
export function HitBar({ steps }: { steps: HitSteps }) {
  const translate = useTranslate();
  const { hits, place, step, may, close } = steps;
  useShortcut('olderHit', () => step(-1), may(-1));
  useShortcut('newerHit', () => step(1), may(1));
  const count = translate(hits.hasMore ? 'list.hits.many' : 'list.hits.count', { smart_count: hits.ids.length });
  const where = place > 0 ? translate('list.hits.place', { place, count: hits.ids.length }) : count;
  return (
    <Box
      role="search"
      aria-label={translate('list.hits.title', { search: hits.search })}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.75,
        minHeight: 40,
        px: { xs: 1.5, md: 2.25 },
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
        fontSize: textSize.small,
      }}
    >
      <Search aria-hidden fontSize="small" sx={{ color: 'text.secondary', flex: 'none' }} />
      <Typography variant="body2" noWrap sx={{ flex: 1, minWidth: 0, fontWeight: 500 }}>
        {hits.search}
      </Typography>
      <Typography variant="body2" role="status" noWrap sx={{ flex: 'none', color: 'text.secondary' }}>
        {where}
      </Typography>
      {ways.map(([by, Icon, name]) => (
        <Tooltip key={name} title={translate(name)}>
          <span>
            <IconButton size="small" disabled={!may(by)} aria-label={translate(name)} onClick={() => step(by)}>
              <Icon />
            </IconButton>
          </span>
        </Tooltip>
      ))}
      <IconButton size="small" aria-label={translate('list.hits.close')} onClick={close}>
        <Close fontSize="small" />
      </IconButton>
    </Box>
  );
}
