import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';

const colours: Record<string, string> = {
  sandbox: '#7c6ee0',
  cloudapi: '#25d366',
  whatsapp: '#25d366',
  baileys: '#25d366',
  facebook: '#1877f2',
  instagram: '#d62976',
};

/** A picture with the dot of the channel that the conversation runs over. */
export function WithChannel({
  channel,
  connection,
  children,
}: {
  channel: string;
  connection?: string;
  children: ReactNode;
}) {
  const translate = useTranslate();
  const name = translate(`workspace.channel.${channel}`, { _: channel });
  return (
    <Box
      sx={{ position: 'relative', flex: 'none', height: 'fit-content' }}
      title={connection ? `${name} · ${connection}` : name}
    >
      {children}
      <Box
        component="span"
        aria-hidden
        sx={{
          position: 'absolute',
          right: -2,
          bottom: -2,
          width: 14,
          height: 14,
          borderRadius: '50%',
          border: 2,
          borderColor: 'background.paper',
          boxSizing: 'border-box',
          bgcolor: colours[channel] ?? 'atende.faint',
        }}
      />
    </Box>
  );
}
