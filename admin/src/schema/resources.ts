import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, createElement, type ReactNode, use, useEffect, useMemo } from 'react';
import { useLocale } from 'react-admin';
import { api, restoreSession } from '../providers/http';
import { onResync, useSocketEvent } from '../providers/realtime';
import { useSessionUser } from '../providers/session-user';
import { type MenuSection, menuSections } from './menu-sections';
import type { ResourcesDocument, ResourceView } from './types';

export interface Resources extends ResourcesDocument {
  can(permission: string): boolean;
  resource(name: string): ResourceView | undefined;
}

const ResourcesContext = createContext<Resources | null>(null);

/** The user's /resources document: menu, screens, columns, forms, permissions and plan. */
export function useResources(): Resources {
  const resources = use(ResourcesContext);
  if (!resources) throw new Error('useResources was used outside the private screens');
  return resources;
}

/** The user's menu. */
export function useMenuSections(): MenuSection[] {
  const resources = useResources();
  return useMemo(() => menuSections(resources), [resources]);
}

interface ResourcesProviderProps {
  loading: ReactNode;
  failed: (error: Error, retry: () => void) => ReactNode;
  children: ReactNode;
}

function useResourcesQuery() {
  const user = useSessionUser();
  const locale = useLocale();
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: ['/resources'] });
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: ['/resources'] })), [client]);
  useSocketEvent('user', (event) => {
    if (event.user?.id !== user.id) return;
    refresh();
    // The session's user has the departments that the workspace filters by.
    restoreSession().catch(() => undefined);
  });
  return useQuery({
    queryKey: ['/resources', user.id, locale],
    queryFn: ({ signal }) => api<ResourcesDocument>('/resources', { signal }),
    staleTime: 60_000,
    placeholderData: (previous) => previous,
  });
}

/** Loads the /resources document and reloads it when the user's rights or language change. */
export function ResourcesProvider({ loading, failed, children }: ResourcesProviderProps) {
  const { data, error, refetch } = useResourcesQuery();
  const value = useMemo<Resources | null>(() => {
    if (!data) return null;
    const permissions = new Set(data.permissions);
    const byName = new Map(data.resources.map((resource) => [resource.name, resource]));
    return {
      ...data,
      can: (permission) => permissions.has(permission),
      resource: (name) => byName.get(name),
    };
  }, [data]);
  if (value) return createElement(ResourcesContext, { value }, children);
  return error ? failed(error, () => void refetch()) : loading;
}
