import type { MenuEntry, ResourcesDocument } from './types';

export interface MenuItem {
  path: string;
  label: string;
  icon: string;
}

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
  return document.sections
    .map(({ name, label }) => ({
      name,
      label,
      items: visible
        .flatMap(({ path, label: text, menu }) =>
          menu?.section === name ? [{ path, label: text, icon: menu.icon, order: menu.order }] : [],
        )
        .sort((a, b) => a.order - b.order || a.label.localeCompare(b.label)),
    }))
    .filter(({ items }) => items.length > 0);
}

/** The paths of the visible entries. */
export const menuPaths = (document: ResourcesDocument): ReadonlySet<string> =>
  new Set(menuSections(document).flatMap(({ items }) => items.map(({ path }) => path)));
