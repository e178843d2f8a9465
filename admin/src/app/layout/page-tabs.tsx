import { useLocation } from 'react-router-dom';
import { useMenuSections } from '../../schema/resources';
import { LinkTabs } from '../../shared/link-tabs';

/** The tabs of a menu entry that stands for several pages; nothing on other pages, and none on the pages of a record. */
export function PageTabs() {
  const { pathname } = useLocation();
  const entry = useMenuSections()
    .flatMap(({ items }) => items)
    .find(({ path, tabs }) => tabs.length > 0 && [path, ...tabs.map((tab) => tab.path)].includes(pathname));
  return entry ? <LinkTabs label={entry.label} current={pathname} tabs={[entry, ...entry.tabs]} /> : null;
}
