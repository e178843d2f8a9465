import { menuSections } from './menu-sections';
import type { MenuEntry, ResourcesDocument, ResourceView } from './types';

const entry = (order: number, section: MenuEntry['section'] = 'main'): MenuEntry => ({ section, order, icon: 'Group' });

function resource(name: string, over: Partial<ResourceView>): ResourceView {
  return {
    name,
    path: name,
    screenPath: name,
    label: name,
    singular: name,
    menu: entry(1),
    locked: false,
    live: null,
    list: {
      columns: [],
      empty: { title: '', message: '' },
      search: true,
      dated: null,
      sort: { field: 'id', order: 'ASC' },
      filters: [],
    },
    form: { create: [], edit: [] },
    can: { list: true, create: true, edit: true, delete: true },
    deleteQuestion: '',
    saved: '',
    removed: '',
    notSaved: '',
    confirmedBy: null,
    ...over,
  };
}

function documentOf(resources: ResourceView[]): ResourcesDocument {
  return {
    locale: 'pt',
    permissions: [],
    plan: { features: {} },
    sections: [
      { name: 'main', label: 'Atendimento' },
      { name: 'management', label: 'Gestão' },
      { name: 'super', label: 'Plataforma' },
    ],
    pages: [{ name: 'tickets', path: '/tickets', label: 'Atendimentos', menu: entry(0), locked: false }],
    resources,
    refused: [],
  };
}

describe('menu', () => {
  it('orders pages and resources together inside their sections and leaves empty sections out', () => {
    const sections = menuSections(
      documentOf([
        resource('tags', { menu: entry(2) }),
        resource('contacts', { menu: entry(1) }),
        resource('users', { menu: entry(1, 'management') }),
      ]),
    );
    expect(sections.map(({ name, items }) => [name, items.map(({ path }) => path)])).toEqual([
      ['main', ['/tickets', '/contacts', '/tags']],
      ['management', ['/users']],
    ]);
  });

  it('puts pages that belong together behind one entry, as tabs, unless the reader lacks that entry', () => {
    const lists = resource('contact-lists', { menu: { ...entry(3), tabOf: '/campaigns' } });
    const campaigns = resource('campaigns', { menu: entry(2) });
    const tree = (resources: ResourceView[]) =>
      menuSections(documentOf(resources)).flatMap(({ items }) =>
        items.map(({ path, tabs }) => [path, ...tabs.map((tab) => tab.path)]),
      );
    expect(tree([lists, campaigns])).toEqual([['/tickets'], ['/campaigns', '/contact-lists']]);
    expect(tree([lists, { ...campaigns, locked: true }])).toEqual([['/tickets'], ['/contact-lists']]);
  });

  it('hides what the plan locks, the role may not list, or has no menu entry', () => {
    const denied = { list: false, create: false, edit: false, delete: false };
    const sections = menuSections(
      documentOf([
        resource('leads', { locked: true }),
        resource('users', { can: denied }),
        resource('schedules', { menu: null }),
      ]),
    );
    expect(sections.flatMap(({ items }) => items.map(({ path }) => path))).toEqual(['/tickets']);
  });
});
