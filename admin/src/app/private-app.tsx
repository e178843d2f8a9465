import { lazy, type ReactNode, useEffect, useState } from 'react';
import { AdminUI, CustomRoutes, useLocaleState } from 'react-admin';
import { Navigate, Route, useLocation } from 'react-router-dom';
import { useOfflineStore } from '../providers/offline';
import { useRealtimeConnection } from '../providers/realtime';
import { currentLocale } from '../providers/session';
import { MessageTextContext } from '../schema/message-text';
import { ResourcesProvider, useResources } from '../schema/resources';
import { AccessDenied } from '../shared/access-denied';
import { lazyComponent } from '../shared/lazy-component';
import { Layout } from './layout/layout';
import { StartFailed, StartLoading } from './start-screens';
import { ComingSoon, NotFound, PageError } from './status-pages';

const DashboardPage = lazy(() => import('../features/insight/dashboard/dashboard-page'));
const TicketsPage = lazy(() => import('../features/conversations/tickets/tickets-page'));
const ResourceScreen = lazy(() => import('../schema/resource-screen'));
const AuditPage = lazy(() => import('../features/insight/audit/audit-page'));
const ApiDocsPage = lazy(() => import('../features/automation/api-docs/api-docs-page'));
const SettingsPage = lazy(() => import('../features/people/settings/settings-page'));
const SharePage = lazy(() => import('../features/conversations/share/share-page'));
const ProfilePage = lazy(() => import('./profile/profile-page'));
const PlanPage = lazy(() => import('../features/platform/plan/plan-page'));
const AnnouncementsPage = lazy(() => import('../features/platform/announcements/announcements-page'));
const HelpPage = lazy(() => import('../features/platform/helps/help-page'));
const HelpPagesPage = lazy(() => import('../features/platform/helps/help-pages-page'));
const InstallationPage = lazy(() => import('../features/operations/installation/installation-page'));
const KanbanPage = lazy(() => import('../features/conversations/kanban/kanban-page'));
const ChatsPage = lazy(() => import('../features/conversations/chats/chats-page'));
const ReportsPage = lazy(() => import('../features/insight/reports/reports-page'));
const LeadsPage = lazy(() => import('../features/contacts/leads/leads-page'));
const CampaignEditorPage = lazy(() => import('../features/campaigns/mass/campaign-editor-page'));
const CampaignReportPage = lazy(() => import('../features/campaigns/mass/campaign-report-page'));
const AiCampaignsPage = lazy(() => import('../features/campaigns/ai-sms/ai-campaigns-page'));
const SmsCampaignsPage = lazy(() => import('../features/campaigns/ai-sms/sms-campaigns-page'));
const ServiceReportPage = lazy(() => import('../features/campaigns/ai-sms/report-page'));
const SandboxPage = lazy(() => import('../features/operations/sandbox/sandbox-page'));

const TextBubble = lazyComponent(() => import('../conversation/ui/messages/text-bubble'));

/** Placeholder pages without a menu entry (spec 000 §2). */
const pabx = ['pabx-phones', 'pabx-numbers', 'pabx-menu'] as const;

const redirected = ['/login', '/forget-pass', '/signup', '/ticket/undefined'];

const NoNotification = () => null;

/** Shows a page unless the company's plan locks it or the user's role has no access. */
function Guarded({ page, element }: { page: string; element: ReactNode }) {
  const { pages } = useResources();
  const view = pages.find(({ name }) => name === page);
  return view && !view.locked ? element : <AccessDenied />;
}

const ARRIVED = 'arrived';

/**
 * The first screen of a tab is that of the conversations; afterwards the address is the dashboard's, also while the code of
 * the conversations is still loading.
 */
function Home() {
  const { key } = useLocation();
  const [arrival] = useState(() => (sessionStorage.getItem(ARRIVED) === null ? key : null));
  return key === arrival ? (
    <Navigate to="/tickets" replace />
  ) : (
    <Guarded page="dashboard" element={<DashboardPage />} />
  );
}

function Screens() {
  const { resources, refused } = useResources();
  useEffect(() => sessionStorage.setItem(ARRIVED, 'true'), []);
  return (
    <AdminUI
      title="Atende"
      layout={Layout}
      loginPage={false}
      authCallbackPage={false}
      notification={NoNotification}
      error={PageError}
      catchAll={NotFound}
      disableTelemetry
    >
      <CustomRoutes>
        <Route path="/" element={<Home />} />
        {redirected.map((path) => (
          <Route key={path} path={path} element={<Navigate to="/tickets" replace />} />
        ))}
        <Route path="/tickets/:ticketId?" element={<Guarded page="tickets" element={<TicketsPage />} />} />
        <Route path="/kanban" element={<Guarded page="kanban" element={<KanbanPage />} />} />
        <Route path="/chats/:id?" element={<Guarded page="chats" element={<ChatsPage />} />} />
        <Route path="/settings" element={<Guarded page="settings" element={<SettingsPage />} />} />
        <Route path="/plan" element={<Guarded page="plan" element={<PlanPage />} />} />
        <Route path="/api-docs/:section?" element={<Guarded page="api-docs" element={<ApiDocsPage />} />} />
        <Route path="/relatories" element={<Guarded page="reports" element={<ReportsPage />} />} />
        <Route path="/audit" element={<Guarded page="audit" element={<AuditPage />} />} />
        <Route path="/admin/audit" element={<Guarded page="platform-audit" element={<AuditPage platform />} />} />
        <Route path="/admin/installation" element={<Guarded page="installation" element={<InstallationPage />} />} />
        <Route path="/profile" element={<ProfilePage />} />
        <Route path="/share" element={<Guarded page="tickets" element={<SharePage />} />} />
        <Route path="/announcements" element={<Guarded page="announcements" element={<AnnouncementsPage />} />} />
        <Route path="/help" element={<Guarded page="help" element={<HelpPage />} />} />
        <Route path="/help/:page" element={<Guarded page="help" element={<HelpPagesPage />} />} />
        <Route path="/leads" element={<Guarded page="leads" element={<LeadsPage />} />} />
        {/* the list is the generated one; both beside it are pages of their own */}
        <Route path="/campaigns/:id" element={<CampaignEditorPage />} />
        <Route path="/campaigns/:id/report" element={<CampaignReportPage />} />
        <Route path="/aicampaigns" element={<Guarded page="ai-campaigns" element={<AiCampaignsPage />} />} />
        <Route path="/aireports" element={<Guarded page="ai-reports" element={<ServiceReportPage kind="ai" />} />} />
        <Route path="/smscampaigns" element={<Guarded page="sms-campaigns" element={<SmsCampaignsPage />} />} />
        <Route path="/smsreports" element={<Guarded page="sms-reports" element={<ServiceReportPage kind="sms" />} />} />
        <Route path="/sandbox" element={<Guarded page="sandbox" element={<SandboxPage />} />} />
        {resources.map(
          (view) =>
            view.screenPath !== null && (
              <Route key={view.name} path={`/${view.screenPath}/*`} element={<ResourceScreen view={view} />} />
            ),
        )}
        {pabx.map((page) => (
          <Route key={page} path={`/${page}`} element={<Guarded page={page} element={<ComingSoon />} />} />
        ))}
        {refused.map((path) => (
          <Route key={path} path={`${path}/*`} element={<AccessDenied />} />
        ))}
      </CustomRoutes>
    </AdminUI>
  );
}

/** The application of a signed-in user: socket, resources and screens. */
export function PrivateApp() {
  useRealtimeConnection();
  useOfflineStore();
  const [locale, setLocale] = useLocaleState();
  useEffect(() => {
    if (currentLocale() !== locale) void setLocale(currentLocale());
  }, [locale, setLocale]);
  return (
    <ResourcesProvider
      loading={<StartLoading />}
      failed={(error, retry) => <StartFailed error={error} retry={retry} />}
    >
      <MessageTextContext value={TextBubble}>
        <Screens />
      </MessageTextContext>
    </ResourcesProvider>
  );
}
