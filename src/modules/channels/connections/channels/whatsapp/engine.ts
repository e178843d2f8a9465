import type { ILogger } from 'baileys';
import { t } from '../../../../../core/i18n.js';

/** The library that speaks the protocol of WhatsApp Web; `baileys.d.ts` declares the types of its version in package.json. */
export type Engine = typeof import('baileys');

/** Without the package the channel is listed but cannot be chosen (ADR 34). */
export const engineInstalled = ((): boolean => {
  try {
    import.meta.resolve('baileys');
    return true;
  } catch {
    return false;
  }
})();

/** The text for managers, who cannot install anything. */
const engineMissing = t(
  'As conexões por QR Code não estão instaladas neste servidor. Peça a quem administra o servidor que as instale.',
  'QR code connections are not installed on this server. Ask the administrator of the server to install them.',
  'Las conexiones por código QR no están instaladas en este servidor. Pida a quien administra el servidor que las instale.',
);

/** The text for administrators of the platform. */
const howToInstall = t(
  'As conexões por QR Code não estão instaladas: falta o pacote baileys, que o npm ci deixa de fora por causa da licença GPL-3.0 de uma das suas dependências. Na pasta do servidor, execute npm run add:whatsapp e reinicie.',
  'QR code connections are not installed: the package baileys is missing, which npm ci leaves out because of the GPL-3.0 licence of one of its dependencies. In the folder of the server, run npm run add:whatsapp and restart.',
  'Las conexiones por código QR no están instaladas: falta el paquete baileys, que npm ci deja fuera por la licencia GPL-3.0 de una de sus dependencias. En la carpeta del servidor, ejecute npm run add:whatsapp y reinicie.',
);

export const engineUnavailable = { reason: engineMissing, remedy: howToInstall };

// nothing is logged, because the library's log contains texts and keys of people
export const silence: ILogger = {
  level: 'silent',
  child: () => silence,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Imported with the first session, because the library needs much memory. */
export const loadEngine = (): Promise<Engine> => import('baileys');
