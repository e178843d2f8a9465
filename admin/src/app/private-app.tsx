import { lazy, useEffect } from 'react';
import { AdminUI, CustomRoutes, useLocaleState } from 'react-admin';
import { Navigate, Route } from 'react-router-dom';
import { useRealtimeConnection } from '../providers/realtime';
import { currentLocale } from '../providers/session';
import { ResourcesProvider, useResources } from '../schema/resources';
import { ComingSoon } from './coming-soon';
import { Gate, Refused } from './gate';
import { Layout } from './layout/layout';
import { NotFound } from './not-found';
import { PageError } from './page-error';
import { StartFailed, StartLoading } from './start-screens';

const TicketsPage = lazy(() => import('../pages/tickets/tickets-page'));
const ResourceScreen = lazy(() => import('../schema/resource-screen'));
const AuditPage = lazy(() => import('../pages/audit/audit-page'));
const SettingsPage = lazy(() => import('../pages/settings/settings-page'));
const SandboxPage = lazy(() => import('../pages/sandbox/sandbox-page'));

/** Placeholders; without a menu entry (spec 000 §2). */
const pabx = ['pabx-phones', 'pabx-numbers', 'pabx-menu'] as const;

const Nothing = () => null;

function Screens() {
  const { resources, refused } = useResources();
  return (
    <AdminUI
      title="Atende"
      layout={Layout}
      loginPage={false}
      authCallbackPage={false}
      notification={Nothing}
      error={PageError}
      catchAll={NotFound}
      disableTelemetry
    >
      <CustomRoutes>
        <Route path="/" element={<Navigate to="/tickets" replace />} />
        <Route path="/login" element={<Navigate to="/tickets" replace />} />
        <Route path="/forget-pass" element={<Navigate to="/tickets" replace />} />
        <Route path="/signup" element={<Navigate to="/tickets" replace />} />
        <Route path="/ticket/undefined" element={<Navigate to="/tickets" replace />} />
        <Route path="/tickets/:ticketId?" element={<Gate page="tickets" element={<TicketsPage />} />} />
        <Route path="/settings" element={<Gate page="settings" element={<SettingsPage />} />} />
        <Route path="/audit" element={<Gate page="audit" element={<AuditPage />} />} />
        <Route path="/admin/audit" element={<Gate page="platform-audit" element={<AuditPage platform />} />} />
        <Route path="/sandbox" element={<Gate page="sandbox" element={<SandboxPage />} />} />
        {resources.map(
          (view) =>
            view.screenPath !== null && (
              <Route key={view.name} path={`/${view.screenPath}/*`} element={<ResourceScreen view={view} />} />
            ),
        )}
        {pabx.map((page) => (
          <Route key={page} path={`/${page}`} element={<Gate page={page} element={<ComingSoon />} />} />
        ))}
        {refused.map((path) => (
          <Route key={path} path={`${path}/*`} element={<Refused />} />
        ))}
      </CustomRoutes>
    </AdminUI>
  );
}

/** Everything behind the sign-in: the live connection, what the server allows, the screens. */
export function PrivateApp() {
  useRealtimeConnection();
  const [locale, setLocale] = useLocaleState();
  useEffect(() => {
    if (currentLocale() !== locale) void setLocale(currentLocale());
  }, [locale, setLocale]);
  return (
    <ResourcesProvider
      loading={<StartLoading />}
      failed={(error, retry) => <StartFailed error={error} retry={retry} />}
    >
      <Screens />
    </ResourcesProvider>
  );
}
