import { defineVariable, integer } from '../../../../../core/config/variable.js';

export const maxWhatsappSessions = defineVariable(
  'WHATSAPP_SESSIONS',
  integer(
    { min: 0, max: 10_000 },
    {
      description: 'Connections by QR code that this process keeps, at most; other processes take the rest.',
      whenAbsent: '200',
    },
  ),
);
