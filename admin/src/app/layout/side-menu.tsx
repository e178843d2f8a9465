import AccountTree from '@mui/icons-material/AccountTreeOutlined';
import Apartment from '@mui/icons-material/ApartmentOutlined';
import Assessment from '@mui/icons-material/AssessmentOutlined';
import Attachment from '@mui/icons-material/AttachmentOutlined';
import AutoAwesome from '@mui/icons-material/AutoAwesomeOutlined';
import Bolt from '@mui/icons-material/BoltOutlined';
import Cable from '@mui/icons-material/CableOutlined';
import Campaign from '@mui/icons-material/CampaignOutlined';
import Chat from '@mui/icons-material/ChatOutlined';
import Circle from '@mui/icons-material/CircleOutlined';
import Code from '@mui/icons-material/CodeOutlined';
import Contacts from '@mui/icons-material/ContactsOutlined';
import Dashboard from '@mui/icons-material/DashboardOutlined';
import DataUsage from '@mui/icons-material/DataUsageOutlined';
import DeviceHub from '@mui/icons-material/DeviceHubOutlined';
import Dns from '@mui/icons-material/DnsOutlined';
import DoNotDisturbOn from '@mui/icons-material/DoNotDisturbOnOutlined';
import EventBusy from '@mui/icons-material/EventBusyOutlined';
import Event from '@mui/icons-material/EventOutlined';
import ExpandMore from '@mui/icons-material/ExpandMoreOutlined';
import Forum from '@mui/icons-material/ForumOutlined';
import Group from '@mui/icons-material/GroupOutlined';
import Help from '@mui/icons-material/HelpOutlineOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import Insights from '@mui/icons-material/InsightsOutlined';
import Label from '@mui/icons-material/LabelOutlined';
import MenuBook from '@mui/icons-material/MenuBookOutlined';
import MoveToInbox from '@mui/icons-material/MoveToInboxOutlined';
import OndemandVideo from '@mui/icons-material/OndemandVideoOutlined';
import PhoneAndroid from '@mui/icons-material/PhoneAndroidOutlined';
import RecentActors from '@mui/icons-material/RecentActorsOutlined';
import ReportProblem from '@mui/icons-material/ReportProblemOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import SmartToy from '@mui/icons-material/SmartToyOutlined';
import Sms from '@mui/icons-material/SmsOutlined';
import Sync from '@mui/icons-material/SyncOutlined';
import TravelExplore from '@mui/icons-material/TravelExploreOutlined';
import ViewKanban from '@mui/icons-material/ViewKanbanOutlined';
import {
  Box,
  ButtonBase,
  List,
  ListItem,
  ListItemButton,
  ListItemText,
  type SvgIcon,
  Tooltip,
  Typography,
} from '@mui/material';
import { memo, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { preferences, usePreference } from '../../providers/preferences';
import { type MenuItem, type MenuSection, pageAt } from '../../schema/menu-sections';
import { useMenuSections } from '../../schema/resources';
import { Spoken } from '../../shared/spoken';
import { textSize } from '../../shared/type-scale';
import { ChatsBadge, chatsPath } from './chats-badge';
import { ConnectionsBadge, connectionsPath } from './connections-badge';

const icons: Record<string, typeof SvgIcon> = {
  AccountTree,
  Assessment,
  Attachment,
  AutoAwesome,
  Business: Apartment,
  Cable,
  Campaign,
  Code,
  Chat,
  ContactPhone: Contacts,
  Dashboard,
  DataUsage,
  DeviceHub,
  Dns,
  DoNotDisturbOn,
  Event,
  EventBusy,
  FlashOn: Bolt,
  Forum,
  Group,
  HelpOutline: Help,
  History,
  Insights,
  LocalOffer: Label,
  MenuBook,
  MoveToInbox,
  OndemandVideo,
  PhoneAndroid,
  RecentActors,
  ReportProblem,
  Sell: Label,
  Settings,
  SmartToy,
  Sms,
  SyncAlt: Sync,
  ViewKanban,
  TravelExplore,
};

/** The icon of a menu entry, by the name that the server sends; a ring for an unknown one. */
export function menuIcon(name: string): typeof SvgIcon {
  return icons[name] ?? Circle;
}

interface ItemProps {
  item: MenuItem;
  selected: boolean;
  compact: boolean;
  onNavigate: () => void;
}

const Item = memo(function Item({ item, selected, compact, onNavigate }: ItemProps) {
  const Icon = menuIcon(item.icon);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <ListItem ref={row} disablePadding sx={{ mb: '2px' }}>
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
          {item.path === connectionsPath && <ConnectionsBadge />}
          {item.path === chatsPath && <ChatsBadge />}
        </ListItemButton>
      </Tooltip>
    </ListItem>
  );
});

interface SectionTitleProps {
  section: MenuSection;
  open: boolean;
  onToggle: () => void;
}

/** Opens and closes a section. While it is closed it shows the badge of the connections, whose entry nobody sees. */
function SectionTitle({ section: { name, label, items }, open, onToggle }: SectionTitleProps) {
  return (
    <Typography variant="h4" component="h2" sx={{ pt: 1 }}>
      <ButtonBase
        aria-expanded={open}
        aria-controls={open ? `menu-${name}` : undefined}
        onClick={onToggle}
        sx={{
          width: '100%',
          minHeight: 34,
          px: 1.5,
          justifyContent: 'space-between',
          borderRadius: '10px',
          font: 'inherit',
          fontSize: textSize.micro,
          letterSpacing: 'inherit',
          textTransform: 'inherit',
          color: 'atende.faint',
        }}
      >
        {label}
        {!open && items.some(({ path }) => path === connectionsPath) && <ConnectionsBadge inline />}
        <ExpandMore
          aria-hidden
          fontSize="small"
          sx={{ transform: open ? 'rotate(180deg)' : undefined, transition: 'transform 160ms ease' }}
        />
      </ButtonBase>
    </Typography>
  );
}

/** The open section beside the first one: the last that was opened, or that of the page that was come to. */
function useOpenSection(sections: readonly MenuSection[]) {
  const { pathname } = useLocation();
  const [opened, open] = usePreference(preferences.menuSection);
  const current = sections.slice(1).find(({ items }) => items.some((item) => pageAt(item, pathname)))?.name;
  useEffect(() => {
    if (current !== undefined) preferences.menuSection.set(current);
  }, [current]);
  return { opened, toggle: (name: string) => open(name === opened ? '' : name) };
}

interface SideMenuProps {
  compact: boolean;
  onNavigate: () => void;
}

/**
 * The menu of this user, from /resources: without entries that role or plan exclude. The first section is always open,
 * of the others one; the narrow menu, which has no titles, shows all of them.
 */
export function SideMenu({ compact, onNavigate }: SideMenuProps) {
  const { pathname } = useLocation();
  const sections = useMenuSections();
  const { opened, toggle } = useOpenSection(sections);
  return (
    <Box sx={{ overflowY: 'auto', overflowX: 'hidden', flex: 1, px: 1.25, pb: 2 }}>
      {sections.map((section, index) => {
        const { name, label, items } = section;
        const open = compact || index === 0 || name === opened;
        return (
          <Box
            key={name}
            sx={compact && index > 0 ? { mt: 1, pt: 1, borderTop: 1, borderColor: 'divider' } : undefined}
          >
            {!compact && index > 0 && <SectionTitle section={section} open={open} onToggle={() => toggle(name)} />}
            {open && (
              <List disablePadding id={`menu-${name}`} aria-label={label}>
                {items.map((item) => (
                  <Item
                    key={item.path}
                    item={item}
                    selected={pageAt(item, pathname) !== undefined}
                    compact={compact}
                    onNavigate={onNavigate}
                  />
                ))}
              </List>
            )}
          </Box>
        );
      })}
    </Box>
  );
}
