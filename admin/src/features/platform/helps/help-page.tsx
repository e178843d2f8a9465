import OndemandVideo from '@mui/icons-material/OndemandVideoOutlined';
import Play from '@mui/icons-material/PlayArrowRounded';
import SearchOff from '@mui/icons-material/SearchOffOutlined';
import { Box, Button, ButtonBase, LinearProgress, Paper, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { normalize } from '../../../conversation/model/search-highlight';
import { EmptyState } from '../../../shared/empty-state';
import { type Help, useHelps } from '../../../shared/helps';
import { LoadFailed } from '../../../shared/load-failed';
import { Page } from '../../../shared/page';
import { VideoDialog } from './video-dialog';

/** Nothing is loaded from elsewhere before the click, so the thumbnail is drawn. */
function VideoCard({ help, onPlay }: { help: Help; onPlay: () => void }) {
  const translate = useTranslate();
  return (
    <Paper component="li" variant="outlined" sx={{ overflow: 'hidden', listStyle: 'none' }}>
      <ButtonBase
        onClick={onPlay}
        aria-label={translate('content.help.play', { title: help.title })}
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: '100%',
          aspectRatio: '16 / 9',
          bgcolor: 'atende.priSoft',
          '&:hover > span, &:focus-visible > span': { transform: 'scale(1.06)' },
        }}
      >
        <Box
          component="span"
          sx={{
            display: 'grid',
            placeItems: 'center',
            width: 56,
            height: 56,
            borderRadius: '50%',
            color: 'primary.contrastText',
            bgcolor: 'primary.main',
            transition: 'transform 120ms',
          }}
        >
          <Play fontSize="huge" />
        </Box>
      </ButtonBase>
      <Box sx={{ p: 2 }}>
        <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {help.title}
        </Typography>
        {help.description && (
          <Typography
            variant="body2"
            sx={{ mt: 0.5, color: 'text.secondary', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          >
            {help.description}
          </Typography>
        )}
      </Box>
    </Paper>
  );
}

function Videos({ helps, onPlay }: { helps: readonly Help[]; onPlay: (help: Help) => void }) {
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
      }}
    >
      {helps.map((help) => (
        <VideoCard key={help.id} help={help} onPlay={() => onPlay(help)} />
      ))}
    </Box>
  );
}

/** The tutorial videos. */
export default function HelpPage() {
  const translate = useTranslate();
  const { data, error, refetch } = useHelps();
  const [search, setSearch] = useState('');
  const [playing, setPlaying] = useState<Help | null>(null);
  const words = normalize(search.trim());
  const found = data?.filter(({ title, description }) => normalize(`${title} ${description}`).includes(words));
  const title = translate('content.help.title');
  return (
    <Page title={title}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, pb: 2, flex: 'none' }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Typography variant="h1">{title}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {translate('content.help.privacy')}
          </Typography>
        </Box>
        <Button component={Link} to="/help/pages" variant="outlined">
          {translate('help.title')}
        </Button>
        {data && data.length > 0 && (
          <TextField
            type="search"
            size="small"
            label={translate('content.help.search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            sx={{ width: { xs: '100%', sm: 280 } }}
          />
        )}
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', display: 'flex', flexDirection: 'column', pb: 3 }}>
        {found && found.length > 0 && <Videos helps={found} onPlay={setPlaying} />}
        {data?.length === 0 && (
          <EmptyState
            icon={<OndemandVideo />}
            title={translate('content.help.none')}
            message={translate('content.help.none_message')}
          />
        )}
        {data && data.length > 0 && found?.length === 0 && (
          <EmptyState icon={<SearchOff />} title={translate('content.help.not_found')} />
        )}
        {!data && !error && <LinearProgress aria-label={title} sx={{ height: 2 }} />}
        {!data && error && (
          <LoadFailed title={translate('content.help.failed')} error={error} onRetry={() => void refetch()} />
        )}
      </Box>
      {playing && <VideoDialog help={playing} onClose={() => setPlaying(null)} />}
    </Page>
  );
}
