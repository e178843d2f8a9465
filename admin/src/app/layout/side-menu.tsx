import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { Link, useLocation } from 'react-router-dom';
import { useResources } from '../../schema/resources';
import { Spoken } from '../../shared/spoken';
import { textSize } from '../../shared/type-scale';
import { menuBadges } from './menu-badges';
import { menuIcon } from './menu-icons';
import { type MenuItem, menuSections } from './menu-sections';

interface ItemProps {
  item: MenuItem;
  compact: boolean;
  onNavigate: () => void;
}

function Item({ item, compact, onNavigate }: ItemProps) {
  const { pathname } = useLocation();
  const selected = pathname === item.path || pathname.startsWith(`${item.path}/`);
  const Icon = menuIcon(item.icon);
  const Badge = menuBadges[item.path];
  return (
    <ListItem disablePadding sx={{ mb: '2px' }}>
      <Tooltip describeChild title={compact ? item.label : ''} placement="right">
        <ListItemButton
          component={Link}
          to={item.path}
          selected={selected}
          aria-current={selected ? 'page' : undefined}
          onClick={onNavigate}
          sx={{
            position: 'relative',
            borderRadius: '10px',
            minHeight: 38,
            px: 1.5,
            py: 0.75,
            gap: 1.5,
            color: 'text.secondary',
            '&.Mui-selected, &.Mui-selected:hover': { bgcolor: 'atende.priSoft', color: 'primary.main' },
          }}
        >
          <Icon aria-hidden sx={{ flex: 'none' }} />
          {compact ? (
            <Spoken>{item.label}</Spoken>
          ) : (
            <ListItemText
              primary={item.label}
              sx={{ my: 0 }}
              slotProps={{
                primary: { noWrap: true, sx: { fontSize: textSize.body, fontWeight: selected ? 600 : 500 } },
              }}
            />
          )}
          {Badge && <Badge />}
        </ListItemButton>
      </Tooltip>
    </ListItem>
  );
}

interface SideMenuProps {
  compact: boolean;
  onNavigate: () => void;
}

/** The menu of this user, from /resources: without entries that role or plan exclude. */
export function SideMenu({ compact, onNavigate }: SideMenuProps) {
  const resources = useResources();
  return (
    <Box sx={{ overflowY: 'auto', overflowX: 'hidden', flex: 1, px: 1.25, pb: 2 }}>
      {menuSections(resources).map(({ name, label, items }, index) => (
        <Box key={name}>
          {index > 0 && (
            <Typography
              variant="h4"
              component="h2"
              noWrap
              sx={{
                fontSize: textSize.micro,
                color: 'atende.faint',
                px: 1.5,
                pt: 1.75,
                pb: 0.75,
                ...(compact && { height: 0, p: 0, my: 1, borderTop: 1, borderColor: 'divider', color: 'transparent' }),
              }}
            >
              {label}
            </Typography>
          )}
          <List disablePadding aria-label={label}>
            {items.map((item) => (
              <Item key={item.path} item={item} compact={compact} onNavigate={onNavigate} />
            ))}
          </List>
        </Box>
      ))}
    </Box>
  );
}
