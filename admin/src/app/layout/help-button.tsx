import HelpOutline from '@mui/icons-material/HelpOutlineOutlined';
import { lazy, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { helpFor } from '../../features/platform/helps/help-pages';
import { useHelpPages } from '../../features/platform/helps/use-help-pages';
import { useShortcut } from '../../shared/shortcuts/use-shortcut';
import { TooltipIconButton } from '../../shared/tooltip-icon-button';
import { useBackCloses } from '../../shared/use-back-closes';
import { LazyBoundary } from '../error-boundary';

const HelpDrawer = lazy(() => import('../../features/platform/helps/help-drawer'));

/** Opens the help page about the current screen beside it; the list of pages where there is none. */
export function HelpButton() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { groups } = useHelpPages();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const slug = helpFor(pathname, groups);
  const close = () => setOpenedAt(null);
  const show = () => (slug ? setOpenedAt(pathname) : void navigate('/help/pages'));
  useShortcut('help', show);
  // a link in the page leads elsewhere, and closes it
  const open = slug !== null && openedAt === pathname;
  useBackCloses(open, close);
  return (
    <>
      <TooltipIconButton
        label={translate('help.open')}
        aria-haspopup={slug ? 'dialog' : undefined}
        aria-expanded={slug ? open : undefined}
        onClick={show}
      >
        <HelpOutline />
      </TooltipIconButton>
      {open && (
        <LazyBoundary onFailed={close}>
          <HelpDrawer slug={slug} onClose={close} />
        </LazyBoundary>
      )}
    </>
  );
}
