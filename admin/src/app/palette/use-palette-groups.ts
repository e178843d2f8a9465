import Person from '@mui/icons-material/AccountCircleOutlined';
import Bolt from '@mui/icons-material/BoltOutlined';
import Contrast from '@mui/icons-material/ContrastOutlined';
import Forum from '@mui/icons-material/ForumOutlined';
import Logout from '@mui/icons-material/LogoutOutlined';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { usePlaces } from '../../pages/tickets/data/use-places';
import { contactName } from '../../pages/tickets/list/ticket-name';
import { authProvider } from '../../providers/authProvider';
import { useResources } from '../../schema/resources';
import { menuIcon } from '../layout/menu-icons';
import { menuSections } from '../layout/menu-sections';
import { openOverlay } from '../overlays/overlay-store';
import { shortcutIds, shortcuts } from '../shortcuts/catalogue';
import { handlerOf } from '../shortcuts/registry';
import { useThemeMode } from '../use-theme-mode';
import { matching, type PaletteGroup, type PaletteItem } from './palette-items';
import { useFoundConversations } from './use-found-conversations';

function useActions(): PaletteItem[] {
  const translate = useTranslate();
  const [mode, setMode] = useThemeMode();
  const bound = shortcutIds.flatMap((id): PaletteItem[] => {
    const run = handlerOf(id);
    const { action, keys } = shortcuts[id];
    return action && run ? [{ key: id, label: translate(`shell.shortcuts.${id}`), keys, Icon: Bolt, run }] : [];
  });
  const dark = mode === 'dark';
  return [
    ...bound,
    { key: 'profile', label: translate('shell.profile.edit'), Icon: Person, run: () => openOverlay('profile') },
    {
      key: 'theme',
      label: translate(dark ? 'app.layout.to_light' : 'app.layout.to_dark'),
      Icon: Contrast,
      run: () => setMode(dark ? 'light' : 'dark'),
    },
    { key: 'logout', label: translate('app.layout.logout'), Icon: Logout, run: () => void authProvider.logout({}) },
  ];
}

function usePages(): PaletteItem[] {
  const navigate = useNavigate();
  return menuSections(useResources()).flatMap(({ label: hint, items }) =>
    items.map(({ path, label, icon }) => ({ key: path, label, hint, Icon: menuIcon(icon), run: () => navigate(path) })),
  );
}

/** What the palette offers for what was typed; groups without anything are left out. */
export function usePaletteGroups(typed: string): { groups: PaletteGroup[]; searching: boolean } {
  const translate = useTranslate();
  const { openTicket } = usePlaces();
  const actions = matching(useActions(), typed);
  const pages = matching(usePages(), typed);
  const { found, searching } = useFoundConversations(typed);
  const conversations = found.map(
    ({ uuid, contact, status, queue }): PaletteItem => ({
      key: uuid,
      label: contactName(contact),
      hint: `${queue?.name ?? translate('workspace.no_queue')} · ${translate(`workspace.list.${status}`)}`,
      Icon: Forum,
      run: () => openTicket(uuid),
    }),
  );
  const groups: PaletteGroup[] = [
    { name: 'conversations', items: conversations },
    { name: 'pages', items: pages },
    { name: 'actions', items: actions },
  ];
  return { groups: groups.filter(({ items }) => items.length > 0), searching };
}
