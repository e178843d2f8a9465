import Person from '@mui/icons-material/AccountCircleOutlined';
import Bolt from '@mui/icons-material/BoltOutlined';
import Contact from '@mui/icons-material/ContactsOutlined';
import Contrast from '@mui/icons-material/ContrastOutlined';
import Forum from '@mui/icons-material/ForumOutlined';
import Logout from '@mui/icons-material/LogoutOutlined';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useTicketNavigation } from '../../conversation/data/use-ticket-navigation';
import { contactName } from '../../conversation/model/contact-name';
import { authProvider } from '../../providers/auth-provider';
import { useResources } from '../../schema/resources';
import { formatPhone } from '../../shared/format';
import { type ShortcutGroup, shortcutIds, shortcuts } from '../../shared/shortcuts/catalogue';
import { handlerOf } from '../../shared/shortcuts/use-shortcut';
import { menuIcon } from '../layout/menu-icons';
import { menuSections } from '../layout/menu-sections';
import { useOverlay } from '../overlays/use-overlay';
import { useThemeMode } from '../use-theme-mode';
import { matching, type PaletteGroup, type PaletteItem } from './palette-items';
import { useFoundContacts, useFoundConversations } from './use-found';

/** The actions of the shortcuts that mean something at this moment. */
function useBound(): (of: (group: ShortcutGroup) => boolean) => PaletteItem[] {
  const translate = useTranslate();
  return (of) =>
    shortcutIds.flatMap((id): PaletteItem[] => {
      const run = handlerOf(id);
      const { action, group, keys } = shortcuts[id];
      if (!action || !run || !of(group)) return [];
      return [{ key: id, label: translate(`shell.shortcuts.${id}`), keys, Icon: Bolt, run }];
    });
}

function useActions(): PaletteItem[] {
  const translate = useTranslate();
  const [, setOverlay] = useOverlay();
  const [mode, setMode] = useThemeMode();
  const bound = useBound();
  const dark = mode === 'dark';
  return [
    ...bound((group) => group !== 'conversation'),
    { key: 'profile', label: translate('shell.profile.edit'), Icon: Person, run: () => setOverlay('profile') },
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
  const { openTicket } = useTicketNavigation();
  const conversation = matching(
    useBound()((group) => group === 'conversation'),
    typed,
  );
  const actions = matching(useActions(), typed);
  const pages = matching(usePages(), typed);
  const tickets = useFoundConversations(typed);
  const people = useFoundContacts(typed);
  const conversations = tickets.found.map(
    ({ uuid, contact, status, queue }): PaletteItem => ({
      key: uuid,
      label: contactName(contact),
      hint: `${queue?.name ?? translate('workspace.no_queue')} · ${translate(`workspace.list.${status}`)}`,
      Icon: Forum,
      run: () => openTicket(uuid),
    }),
  );
  const contacts = people.found.map(
    (contact): PaletteItem => ({
      key: `contact-${contact.id}`,
      label: contactName(contact),
      hint: formatPhone(contact.number),
      Icon: Contact,
      contact,
    }),
  );
  const groups: PaletteGroup[] = [
    { name: 'conversation', items: conversation },
    { name: 'conversations', items: conversations },
    { name: 'contacts', items: contacts },
    { name: 'pages', items: pages },
    { name: 'actions', items: actions },
  ];
  const searching = tickets.searching || people.searching;
  return { groups: groups.filter(({ items }) => items.length > 0), searching };
}
