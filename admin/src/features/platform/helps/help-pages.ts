interface HelpPage {
  readonly slug: string;
  /** The screens it is about: whoever has none of them in the menu does not get it. */
  readonly screens: readonly string[];
  /** About what everybody has. */
  readonly always?: true;
}

interface HelpGroup {
  readonly name: 'start' | 'attend' | 'manage' | 'account';
  readonly pages: readonly HelpPage[];
}

/** The help pages, in the order of their list. Of several about a screen the first one is that of its button. */
export const helpGroups = [
  {
    name: 'start',
    pages: [
      { slug: 'connect-qr', screens: ['/connections'] },
      { slug: 'connect-cloud-api', screens: ['/connections'] },
      { slug: 'connect-social', screens: ['/connections'] },
      { slug: 'departments-hours', screens: ['/queues', '/holidays'] },
      { slug: 'chatbot', screens: ['/queues', '/sandbox'] },
      { slug: 'assistant', screens: ['/prompts', '/knowledge'] },
      { slug: 'people', screens: ['/users'] },
    ],
  },
  {
    name: 'attend',
    pages: [
      { slug: 'conversations', screens: ['/tickets'] },
      { slug: 'quick-replies', screens: ['/quick-messages'] },
      { slug: 'schedules', screens: ['/schedules'] },
      { slug: 'contacts-tags', screens: ['/contacts', '/tags'] },
      { slug: 'kanban', screens: ['/kanban'] },
      { slug: 'internal-chat', screens: ['/chats'] },
      { slug: 'file-lists', screens: ['/files'] },
    ],
  },
  {
    name: 'manage',
    pages: [
      { slug: 'dashboard-reports', screens: ['/', '/relatories'] },
      { slug: 'campaigns', screens: ['/campaigns', '/contact-lists', '/contact-list-items'] },
      {
        slug: 'ai-sms-campaigns',
        screens: ['/aicampaigns', '/aireports', '/smscampaigns', '/smsreports', '/sms-gateways'],
      },
      { slug: 'leads', screens: ['/leads'] },
      { slug: 'integrations-api', screens: ['/integrations', '/api-docs'] },
      { slug: 'settings', screens: ['/settings'] },
      { slug: 'plan', screens: ['/plan'] },
    ],
  },
  {
    name: 'account',
    pages: [
      { slug: 'security', screens: ['/profile', '/audit'], always: true },
      { slug: 'notifications', screens: [], always: true },
    ],
  },
] as const satisfies readonly HelpGroup[];

export type HelpSlug = (typeof helpGroups)[number]['pages'][number]['slug'];

const groups: readonly HelpGroup[] = helpGroups;

/** The groups with the pages about screens of this menu; groups without any are left out. */
export function visibleHelp(menu: ReadonlySet<string>): readonly HelpGroup[] {
  return groups
    .map(({ name, pages }) => ({
      name,
      pages: pages.filter(({ screens, always }) => always || screens.some((screen) => menu.has(screen))),
    }))
    .filter(({ pages }) => pages.length > 0);
}

/** The page about the screen at this address, by the longest path that it names. */
export function helpFor(pathname: string, visible: readonly HelpGroup[]): HelpSlug | null {
  const matches = visible.flatMap(({ pages }) =>
    pages.flatMap(({ slug, screens }) =>
      screens
        .filter((screen) => pathname === screen || (screen !== '/' && pathname.startsWith(`${screen}/`)))
        .map((screen) => ({ slug, length: screen.length })),
    ),
  );
  // a stable sort: of equal lengths the first of the list stays first
  return (matches.toSorted((a, b) => b.length - a.length)[0]?.slug ?? null) as HelpSlug | null;
}
