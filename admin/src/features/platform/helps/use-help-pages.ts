import { useMemo } from 'react';
import { menuPaths } from '../../../schema/menu-sections';
import { useResources } from '../../../schema/resources';
import { visibleHelp } from './help-pages';

/** What this user's menu offers, and the help pages about it. */
export function useHelpPages() {
  const document = useResources();
  return useMemo(() => {
    const menu = menuPaths(document);
    return { menu, groups: visibleHelp(menu) };
  }, [document]);
}
