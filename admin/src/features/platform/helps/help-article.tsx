import { Box, LinearProgress, Link, Typography } from '@mui/material';
import Markdown from 'markdown-to-jsx/react';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { LoadFailed } from '../../../shared/load-failed';
import { textSize } from '../../../shared/type-scale';
import { useHelpText } from './help-text';
import { useHelpPages } from './use-help-pages';

/** A link to a screen or another page; plain text for those who have neither. */
function HelpLink({ href = '', children }: { href?: string; children: ReactNode }) {
  const { menu, groups } = useHelpPages();
  const slug = href.replace(/^\/help\//, '');
  const offered = menu.has(href) || groups.some(({ pages }) => pages.some((page) => page.slug === slug));
  return offered ? (
    <Link component={RouterLink} to={href} underline="always">
      {children}
    </Link>
  ) : (
    children
  );
}

const Table = ({ children }: { children: ReactNode }) => (
  <Box sx={{ overflowX: 'auto' }}>
    <table>{children}</table>
  </Box>
);

const textStyles = {
  fontSize: textSize.body,
  lineHeight: 1.6,
  overflowWrap: 'anywhere',
  '& p': { my: 1 },
  '& ul, & ol': { my: 1, pl: 3 },
  '& li': { my: 0.5 },
  '& code': { px: 0.5, borderRadius: '4px', bgcolor: 'action.hover' },
  '& table': { my: 1.5, borderCollapse: 'collapse' },
  '& th, & td': {
    p: 1,
    border: 1,
    borderColor: 'divider',
    textAlign: 'left',
    verticalAlign: 'top',
    overflowWrap: 'break-word',
  },
} as const;

/** The text of a help page, below a heading of the given level. */
export function HelpArticle({ slug, level }: { slug: string; level: 1 | 2 }) {
  const translate = useTranslate();
  const { data, error, refetch } = useHelpText(slug);
  if (error) return <LoadFailed title={translate('help.failed')} onRetry={() => void refetch()} />;
  if (data === undefined) return <LinearProgress aria-label={translate('ra.page.loading')} sx={{ height: 2 }} />;
  return (
    <Box sx={textStyles}>
      <Markdown
        options={{
          disableParsingRawHTML: true,
          forceBlock: true,
          overrides: {
            a: HelpLink,
            table: Table,
            h2: {
              component: Typography,
              props: { variant: 'h3', component: level === 1 ? 'h2' : 'h3', sx: { mt: 2.5 } },
            },
          },
        }}
      >
        {data}
      </Markdown>
    </Box>
  );
}
