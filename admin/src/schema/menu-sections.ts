import type { MenuEntry, ResourcesDocument } from './types';

export interface MenuPage {
  path: string;
  label: string;
  icon: string;
}

export interface MenuItem extends MenuPage {
  /** Further pages of the entry, which its page shows as tabs. */
  tabs: readonly MenuPage[];
}

/** The page of an entry, or its tab, that the address shows: itself, or what is below it. */
export const pageAt = ({ tabs, ...page }: MenuItem, pathname: string): MenuPage | undefined =>
  [page, ...tabs].find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));

export interface MenuSection {
  name: string;
  label: string;
  items: MenuItem[];
}

interface Entry {
  path: string;
  label: string;
  locked: boolean;
  allowed: boolean;
  menu: MenuEntry | null;
}

function entries({ pages, resources }: ResourcesDocument): Entry[] {
  return [
    ...pages.map((page) => ({ ...page, allowed: true })),
    ...resources.map(({ screenPath, label, locked, menu, can, list }) => ({
      path: `/${screenPath}`,
      label,
      locked,
      menu,
      allowed: can.list && list !== null && screenPath !== null,
    })),
  ];
}

/** The visible menu entries by section and order; empty sections are omitted. */
export function menuSections(document: ResourcesDocument): MenuSection[] {
  const visible = entries(document).filter(
    (entry) => entry.menu && entry.allowed && !(entry.menu.locked ?? entry.locked),
  );
  const paths = new Set(visible.map(({ path }) => path));
  const parentOf = ({ menu }: Entry) => (menu?.tabOf !== undefined && paths.has(menu.tabOf) ? menu.tabOf : undefined);
  const pagesWhere = (wanted: (entry: Entry) => boolean): MenuPage[] =>
    visible
      .filter(wanted)
      .map(({ path, label, menu }) => ({ path, label, icon: menu?.icon ?? '', order: menu?.order ?? 0 }))
      .sort((a, b) => a.order - b.order || a.label.localeCompare(b.label))
      .map(({ order: _, ...page }) => page);
  return document.sections
    .map(({ name, label }) => ({
      name,
      label,
      items: pagesWhere((entry) => entry.menu?.section === name && parentOf(entry) === undefined).map((page) => ({
        ...page,
        tabs: pagesWhere((entry) => parentOf(entry) === page.path),
      })),
    }))
    .filter(({ items }) => items.length > 0);
}

/** The pages of the menu in its order, each followed by its tabs. */
export const menuPages = (sections: readonly MenuSection[]): (MenuPage & { section: string })[] =>
  sections.flatMap(({ label: section, items }) =>
    items.flatMap(({ tabs, ...page }) => [page, ...tabs].map((each) => ({ ...each, section }))),
  );

/** The paths of the visible entries and of their tabs. */
export const menuPaths = (document: ResourcesDocument): ReadonlySet<string> =>
  new Set(menuPages(menuSections(document)).map(({ path }) => path));
