import Person from '@mui/icons-material/AccountCircleOutlined';
import Bolt from '@mui/icons-material/BoltOutlined';
import ContactIcon from '@mui/icons-material/ContactsOutlined';
import Contrast from '@mui/icons-material/ContrastOutlined';
import Forum from '@mui/icons-material/ForumOutlined';
import Coffee from '@mui/icons-material/LocalCafeOutlined';
import Logout from '@mui/icons-material/LogoutOutlined';
import NewContact from '@mui/icons-material/PersonAddAltOutlined';
import Tab from '@mui/icons-material/TabOutlined';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { fetchTickets, searchContacts } from '../../conversation/data/api';
import { useTicketNavigation } from '../../conversation/data/use-ticket-navigation';
import { contactName } from '../../conversation/model/contact-name';
import type { Contact, Ticket } from '../../conversation/model/types';
import { authProvider } from '../../providers/auth-provider';
import { useSessionUser } from '../../providers/session-user';
import { menuPages } from '../../schema/menu-sections';
import { useMenuSections, useResources } from '../../schema/resources';
import { formatPhone } from '../../shared/format';
import { isTypedNumber } from '../../shared/phone-typing';
import { type ShortcutGroup, shortcutIds, shortcuts } from '../../shared/shortcuts/catalogue';
import { handlerOf } from '../../shared/shortcuts/use-shortcut';
import { useDebounced } from '../../shared/use-debounced';
import { menuIcon } from '../layout/side-menu';
import { useOwnPause } from '../presence/pause-mark';
import { useThemeMode } from '../theme/theme-toggle';
import { matching, type PaletteGroup, type PaletteItem } from './palette-items';

const MIN_LETTERS = 2;
const MAX_RESULTS = 8;

interface SearchResult<T> {
  found: readonly T[];
  searching: boolean;
  /** Whether there is nothing to be found, which a failure does not say. */
  nothing: boolean;
}

/** Searches on the server, debounced. */
function useSearch<T>(
  typed: string,
  key: readonly unknown[],
  fetch: (term: string, signal: AbortSignal) => Promise<readonly T[]>,
): SearchResult<T> {
  const text = typed.trim();
  const term = useDebounced(text);
  const enabled = text.length >= MIN_LETTERS && term.length >= MIN_LETTERS;
  const { data, isFetching } = useQuery({
    queryKey: ['palette', ...key, term],
    queryFn: ({ signal }) => fetch(term, signal),
    enabled,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const found = enabled ? (data ?? []).slice(0, MAX_RESULTS) : [];
  const searching = text.length >= MIN_LETTERS && (isFetching || term !== text);
  return { found, searching, nothing: enabled && !searching && data?.length === 0 };
}

/** Conversations by the name or number of their contact, or by their words. */
function useTicketSearch(typed: string): SearchResult<Ticket> {
  const showAll = useResources().can('tickets-manager:showall');
  return useSearch(typed, ['conversations', showAll], async (search, signal) => {
    const { tickets } = await fetchTickets({ status: null, showAll, queueIds: null, search }, null, signal);
    return tickets;
  });
}

function useContactSearch(typed: string): SearchResult<Contact> {
  return useSearch(typed, ['contacts'], searchContacts);
}

/** The shortcuts that have a handler at this moment, as actions. */
function useShortcutActions(): (of: (group: ShortcutGroup) => boolean) => PaletteItem[] {
  const translate = useTranslate();
  return (of) =>
    shortcutIds.flatMap((id): PaletteItem[] => {
      const run = handlerOf(id);
      const { action, group, keys } = shortcuts[id];
      if (!action || !run || !of(group)) return [];
      return [{ key: id, label: translate(`shell.shortcuts.${id}`), keys, Icon: Bolt, run }];
    });
}

const tabs = ['open', 'pending', 'closed', 'search'] as const;

/** The tabs of the list, from any page. */
function useTabs(): PaletteItem[] {
  const translate = useTranslate();
  const { openList } = useTicketNavigation();
  return tabs.map((tab) => ({
    key: `tab-${tab}`,
    label: translate(`workspace.list.${tab}`),
    hint: translate('workspace.title'),
    keys: shortcuts[`${tab}Tab`].keys,
    Icon: Tab,
    run: handlerOf(`${tab}Tab`) ?? (() => openList(false, { tab })),
  }));
}

/** Begins or ends the own break. */
function useBreak(): PaletteItem[] {
  const translate = useTranslate();
  const { paused, set } = useOwnPause();
  // support is refused the change
  if (useSessionUser().support) return [];
  const label = translate(`presence.${paused ? 'end' : 'begin'}`);
  return [{ key: 'break', label, Icon: Coffee, run: () => set({ paused: !paused }) }];
}

function useActions(): PaletteItem[] {
  const translate = useTranslate();
  const navigate = useNavigate();
  const theme = useThemeMode();
  const shortcutActions = useShortcutActions();
  return [
    ...shortcutActions((group) => group !== 'conversation'),
    ...useBreak(),
    { key: 'profile', label: translate('account.title'), Icon: Person, run: () => navigate('/profile') },
    { key: 'theme', label: translate(theme.label), Icon: Contrast, run: theme.toggle },
    { key: 'logout', label: translate('app.layout.logout'), Icon: Logout, run: () => void authProvider.logout({}) },
  ];
}

function usePages(): PaletteItem[] {
  const navigate = useNavigate();
  return menuPages(useMenuSections()).map(({ path, label, icon, section: hint }) => ({
    key: path,
    label,
    hint,
    Icon: menuIcon(icon),
    run: () => navigate(path),
  }));
}

/** The items of the palette for what was typed, without empty groups. */
export function usePaletteGroups(typed: string): { groups: PaletteGroup[]; searching: boolean } {
  const translate = useTranslate();
  const { openTicket } = useTicketNavigation();
  const conversation = matching(
    useShortcutActions()((group) => group === 'conversation'),
    typed,
  );
  const actions = matching(useActions(), typed);
  const pages = matching([...useTabs(), ...usePages()], typed);
  const tickets = useTicketSearch(typed);
  const people = useContactSearch(typed);
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
      Icon: ContactIcon,
      start: { contact },
    }),
  );
  const number = typed.trim();
  if (people.nothing && isTypedNumber(number))
    contacts.push({
      key: 'number',
      label: translate('workspace.new.to_number', { typed: number }),
      Icon: NewContact,
      start: { number },
    });
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
