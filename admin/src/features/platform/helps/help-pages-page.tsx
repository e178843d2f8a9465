import ArrowBack from '@mui/icons-material/ArrowBack';
import SearchOff from '@mui/icons-material/SearchOffOutlined';
import {
  Box,
  Button,
  LinearProgress,
  Link,
  List,
  ListItemButton,
  ListItemText,
  TextField,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink, useParams } from 'react-router-dom';
import { normalize, searchWords } from '../../../conversation/model/search-highlight';
import { firstStepsHidden, usePreference } from '../../../providers/preferences';
import { useSessionUser } from '../../../providers/session-user';
import { AccessDenied } from '../../../shared/access-denied';
import { EmptyState } from '../../../shared/empty-state';
import { LoadFailed } from '../../../shared/load-failed';
import { Page } from '../../../shared/page';
import { textSize } from '../../../shared/type-scale';
import { HelpArticle } from './help-article';
import { useHelpTexts } from './help-text';
import { useHelpPages } from './use-help-pages';

/** The groups with the pages whose title or text has all words. */
function useHelpSearch(typed: string) {
  const translate = useTranslate();
  const { groups } = useHelpPages();
  const words = searchWords(typed);
  const slugs = groups.flatMap(({ pages }) => pages.map(({ slug }) => slug));
  const { data: texts, error, isLoading, refetch } = useHelpTexts(slugs, words.length > 0);
  const has = (slug: string) => {
    const text = normalize(`${translate(`help.pages.${slug}`)} ${texts?.get(slug) ?? ''}`);
    return words.every((word) => text.includes(word));
  };
  const found = groups
    .map(({ name, pages }) => ({ name, pages: pages.filter(({ slug }) => has(slug)) }))
    .filter(({ pages }) => pages.length > 0);
  return { found, isLoading, error, refetch };
}

/** The list of pages, searched. In columns where it is the whole page. */
function HelpList({ current, columns }: { current: string; columns: boolean }) {
  const translate = useTranslate();
  const [typed, setTyped] = useState('');
  const { found, isLoading, error, refetch } = useHelpSearch(typed);
  return (
    <Box component="nav" aria-label={translate('help.all')}>
      <TextField
        type="search"
        size="small"
        label={translate('help.search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        sx={{ width: '100%', maxWidth: 360, mb: 1.5, mt: 0.75 }}
      />
      {isLoading && <LinearProgress aria-label={translate('ra.page.loading')} sx={{ height: 2 }} />}
      {error && <LoadFailed title={translate('help.search_failed')} onRetry={() => void refetch()} />}
      {found.length === 0 && !isLoading && !error && (
        <EmptyState icon={<SearchOff />} title={translate('help.not_found')} />
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          alignItems: 'start',
          gridTemplateColumns: columns ? 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))' : 'minmax(0, 1fr)',
        }}
      >
        {found.map(({ name, pages }) => (
          <Box key={name}>
            <Typography variant="h4" component="h2" id={`help-${name}`} sx={{ color: 'text.secondary', px: 1.5 }}>
              {translate(`help.groups.${name}`)}
            </Typography>
            <List dense aria-labelledby={`help-${name}`} disablePadding>
              {pages.map(({ slug }) => (
                <li key={slug}>
                  <ListItemButton
                    component={RouterLink}
                    to={`/help/${slug}`}
                    selected={slug === current}
                    aria-current={slug === current ? 'page' : undefined}
                    sx={{ borderRadius: '10px', px: 1.5 }}
                  >
                    <ListItemText
                      primary={translate(`help.pages.${slug}`)}
                      slotProps={{ primary: { sx: { fontSize: textSize.body } } }}
                    />
                  </ListItemButton>
                </li>
              ))}
            </List>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** Shows the first steps of the dashboard again to a manager who hid them. */
function FirstStepsButton() {
  const translate = useTranslate();
  const { id, profile } = useSessionUser();
  const [hidden, setHidden] = usePreference(firstStepsHidden(id));
  if (profile !== 'admin' || !hidden) return null;
  return (
    <Button component={RouterLink} to="/" onClick={() => setHidden(false)}>
      {translate('help.first_steps')}
    </Button>
  );
}

const scrolling = { flex: 1, minHeight: 0, overflowY: 'auto', pb: 3 } as const;

/** All pages, or one beside their list. */
export default function HelpPagesPage() {
  const translate = useTranslate();
  const { page = '' } = useParams();
  const { groups } = useHelpPages();
  const all = page === 'pages';
  if (!all && !groups.some(({ pages }) => pages.some(({ slug }) => slug === page))) return <AccessDenied />;
  const title = translate(all ? 'help.title' : `help.pages.${page}`);
  const list = <HelpList current={page} columns={all} />;
  return (
    <Page title={title}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, pb: 1.5, flex: 'none' }}>
        <Typography variant="h1" sx={{ flex: '1 1 240px' }}>
          {title}
        </Typography>
        {all ? (
          <>
            <FirstStepsButton />
            <Button component={RouterLink} to="/help" variant="outlined">
              {translate('help.videos')}
            </Button>
          </>
        ) : (
          <Link
            component={RouterLink}
            to="/help/pages"
            sx={{ display: { xs: 'inline-flex', md: 'none' }, alignItems: 'center', gap: 0.5, minHeight: 24 }}
          >
            <ArrowBack fontSize="small" />
            {translate('help.all')}
          </Link>
        )}
      </Box>
      {all ? (
        <Box sx={scrolling}>{list}</Box>
      ) : (
        <Box sx={{ display: 'flex', gap: 4, flex: 1, minHeight: 0 }}>
          <Box sx={{ display: { xs: 'none', md: 'block' }, width: 260, overflowY: 'auto', flex: 'none', pb: 3 }}>
            {list}
          </Box>
          <Box key={page} component="article" aria-label={title} tabIndex={0} sx={scrolling}>
            <Box sx={{ maxWidth: 720 }}>
              <HelpArticle slug={page} level={1} />
            </Box>
          </Box>
        </Box>
      )}
    </Page>
  );
}
