import OpenInNew from '@mui/icons-material/OpenInNew';
import PlaceIcon from '@mui/icons-material/Place';
import { Box, Link, styled } from '@mui/material';
import { useLocale, useTranslate } from 'react-admin';
import { textSize } from '../../../shared/type-scale';
import { coordinatesText, locationOf } from '../../model/message-content';
import type { Message } from '../../model/types';

// a fictitious map: a real one would tell its provider where customers are (ADR 17)
const MapBackground = styled('div')(({ theme }) => {
  const street = `color-mix(in srgb, ${theme.palette.text.secondary} 16%, transparent)`;
  const block = `color-mix(in srgb, ${theme.palette.primary.main} 7%, ${theme.palette.atende.panel})`;
  return {
    height: 96,
    display: 'grid',
    placeItems: 'center',
    background: [
      `linear-gradient(24deg, transparent 46%, ${street} 46% 53%, transparent 53%)`,
      `linear-gradient(-66deg, transparent 30%, ${street} 30% 33%, transparent 33% 68%, ${street} 68% 70%, transparent 70%)`,
      `linear-gradient(24deg, transparent 12%, ${street} 12% 14%, transparent 14% 84%, ${street} 84% 86%, transparent 86%)`,
      block,
    ].join(', '),
  };
});

const LocationCard = styled('div')(({ theme }) => ({
  width: 260,
  maxWidth: '100%',
  marginBottom: 4,
  borderRadius: 10,
  overflow: 'hidden',
  border: `1px solid ${theme.palette.divider}`,
  background: theme.palette.atende.panel,
}));

export function MediaLocation({ message }: { message: Message }) {
  const translate = useTranslate();
  const locale = useLocale();
  const location = locationOf(message);
  if (!location) return null;
  const { latitude, longitude, name, address } = location;
  const href = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  const sign = (of: string) => translate(`media.${of}`);
  const signs = { north: sign('north'), south: sign('south'), east: sign('east'), west: sign('west') };
  return (
    <LocationCard>
      <MapBackground aria-hidden>
        <PlaceIcon
          fontSize="huge"
          sx={{ mt: -3, color: 'error.main', filter: 'drop-shadow(0 2px 2px rgba(8, 15, 28, 0.3))' }}
        />
      </MapBackground>
      <Box sx={{ px: 1.25, py: 1, display: 'grid', gap: 0.25, fontSize: textSize.caption, color: 'text.secondary' }}>
        <Box component="b" sx={{ fontSize: textSize.body, fontWeight: 600, color: 'text.primary' }}>
          {name || translate(message.data?.live ? 'message.card.live_location' : 'workspace.kind.location')}
        </Box>
        {address !== '' && <span>{address}</span>}
        <span>{coordinatesText(location, locale, signs)}</span>
        <Link
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          sx={{ mt: 0.5, minHeight: 24, display: 'inline-flex', alignItems: 'center', gap: 0.5, justifySelf: 'start' }}
        >
          {translate('workspace.message.open_map')}
          <OpenInNew aria-hidden fontSize="mini" />
        </Link>
      </Box>
    </LocationCard>
  );
}
