import type { ILogger } from 'baileys';
import { type Localized, t } from '../../../../core/i18n.js';

/** The library that speaks the protocol of WhatsApp Web. */
export type Engine = typeof import('baileys');

/** The version whose types are declared in `baileys.d.ts`. */
const version = '7.0.0-rc14';

/** Without the package the channel is shown and cannot be chosen (ADR 34). */
export const engineInstalled = ((): boolean => {
  try {
    import.meta.resolve('baileys');
    return true;
  } catch {
    return false;
  }
})();

/** How to add it. */
export const engineMissing: Localized = t(
  `Falta o pacote baileys, que não vem instalado por causa da licença GPL-3.0 de uma das suas dependências. Na pasta do servidor, execute: npm install --no-save baileys@${version} e reinicie.`,
  `The package baileys is missing. It is not installed by default, as one of its dependencies has the licence GPL-3.0. In the folder of the server, run: npm install --no-save baileys@${version} and restart.`,
  `Falta el paquete baileys, que no viene instalado por la licencia GPL-3.0 de una de sus dependencias. En la carpeta del servidor, ejecute: npm install --no-save baileys@${version} y reinicie.`,
);

// what the library logs has texts and keys of people
export const silence: ILogger = {
  level: 'silent',
  child: () => silence,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Loaded with the first session, as it takes memory. */
export const loadEngine = (): Promise<Engine> => import('baileys');
