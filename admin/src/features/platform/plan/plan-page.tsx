import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useSessionUser } from '../../../providers/session-user';
import { Page } from '../../../shared/page';
import { PlanUsage } from '../companies/plan-usage';

/** What a manager's company has and uses. */
export default function PlanPage() {
  const translate = useTranslate();
  const { companyId } = useSessionUser();
  const title = translate('platform.plan.title');
  return (
    <Page title={title}>
      <Typography variant="h1">{title}</Typography>
      <Typography variant="body2" sx={{ color: 'atende.faint', mt: 0.25, mb: 1.5 }}>
        {translate('platform.plan.lead')}
      </Typography>
      <Box
        // nothing inside can be focused: the keyboard scrolls the page itself
        tabIndex={0}
        role="region"
        aria-label={title}
        sx={{ minHeight: 0, overflowY: 'auto', pb: 3 }}
      >
        <PlanUsage companyId={companyId} />
      </Box>
    </Page>
  );
}
