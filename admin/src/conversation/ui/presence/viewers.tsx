import Visibility from '@mui/icons-material/VisibilityOutlined';
import { Box, Tooltip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../../shared/avatar';
import { Spoken } from '../../../shared/spoken';
import { textSize } from '../../../shared/type-scale';
import { useOtherViewers } from '../../data/use-viewers';
import type { Viewer } from '../../model/presence';

const MAX_ROW_FACES = 2;

export function RowViewers({ ticketId }: { ticketId: number }) {
  const translate = useTranslate();
  const all = useOtherViewers(ticketId);
  if (all.length === 0) return null;
  const text = translate('collaboration.looking', {
    smart_count: all.length,
    names: all.map(({ name }) => name).join(', '),
  });
  return (
    <Tooltip title={text}>
      <Box role="img" aria-label={text} sx={{ position: 'relative', zIndex: 1, display: 'flex', flex: 'none' }}>
        {all.slice(0, MAX_ROW_FACES).map(({ id, name, peeking }, index) => (
          <Box key={id} sx={{ borderRadius: '50%', opacity: peeking ? 0.6 : 1, ml: index === 0 ? 0 : -0.75 }}>
            <Avatar name={name} size={18} seed={id} />
          </Box>
        ))}
      </Box>
    </Tooltip>
  );
}

const MAX_FACES = 3;
/** On a phone one avatar with the number of viewers. */
const narrowCount = {
  '@container chat (min-width: 440.1px)': { display: 'none' },
  position: 'absolute',
  right: -3,
  top: -3,
  minWidth: 16,
  borderRadius: '8px',
  fontSize: textSize.micro,
  fontWeight: 700,
  lineHeight: '16px',
  textAlign: 'center',
  color: 'primary.contrastText',
  bgcolor: 'primary.main',
} as const;

function ViewerAvatar({ viewer, first }: { viewer: Viewer; first: boolean }) {
  return (
    <Box
      sx={{
        position: 'relative',
        borderRadius: '50%',
        border: 2,
        borderColor: viewer.typing ? 'primary.main' : 'background.paper',
        ...(first ? {} : { ml: -1, '@container chat (max-width: 440px)': { display: 'none' } }),
      }}
    >
      <Avatar name={viewer.name} size={26} seed={viewer.id} />
      {viewer.peeking && (
        <Box
          component="span"
          aria-hidden
          sx={{
            position: 'absolute',
            right: -5,
            bottom: -4,
            display: 'flex',
            p: '1px',
            borderRadius: '50%',
            bgcolor: 'background.paper',
            color: 'atende.warn',
          }}
        >
          <Visibility fontSize="mini" />
        </Box>
      )}
    </Box>
  );
}

export function ChatViewers({ ticketId }: { ticketId: number }) {
  const translate = useTranslate();
  const all = useOtherViewers(ticketId);
  const more = all.length - MAX_FACES;
  const lines = all.map(({ name, peeking, typing }) =>
    translate(`collaboration.${typing ? 'typing' : peeking ? 'peeking' : 'viewing'}`, { name }),
  );
  return (
    <>
      <Spoken>
        <span role="status">{lines.join('. ')}</span>
      </Spoken>
      {all.length > 0 && (
        <Tooltip title={<span style={{ whiteSpace: 'pre-line' }}>{lines.join('\n')}</span>}>
          <Box
            aria-hidden
            data-viewers={all.length}
            sx={{ position: 'relative', display: 'flex', alignItems: 'center', flex: 'none' }}
          >
            {all.slice(0, MAX_FACES).map((viewer, index) => (
              <ViewerAvatar key={viewer.id} viewer={viewer} first={index === 0} />
            ))}
            {more > 0 && (
              <Box
                component="span"
                sx={{
                  ml: 0.5,
                  fontSize: textSize.caption,
                  fontWeight: 600,
                  color: 'text.secondary',
                  '@container chat (max-width: 440px)': { display: 'none' },
                }}
              >
                +{more}
              </Box>
            )}
            {all.length > 1 && <Box sx={narrowCount}>{all.length}</Box>}
          </Box>
        </Tooltip>
      )}
    </>
  );
}
