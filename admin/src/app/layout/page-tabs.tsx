import { useLocation } from 'react-router-dom';
import { pageAt } from '../../schema/menu-sections';
import { useMenuSections } from '../../schema/resources';
import { LinkTabs } from '../../shared/link-tabs';

/** The tabs of a menu entry that stands for several pages, also on the pages of their records; nothing on others. */
export function PageTabs() {
  const { pathname } = useLocation();
  const entry = useMenuSections()
    .flatMap(({ items }) => items)
    .find((item) => item.tabs.length > 0 && pageAt(item, pathname));
  const current = entry && pageAt(entry, pathname);
  return current ? <LinkTabs label={entry.label} current={current.path} tabs={[entry, ...entry.tabs]} /> : null;
}
