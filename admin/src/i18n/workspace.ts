import { workspaceEn } from './workspace-en';
import { workspaceEs } from './workspace-es';
import { workspacePt } from './workspace-pt';

/** The texts of the workspace and of the test phone. */
export const workspace = { pt: workspacePt, en: workspaceEn, es: workspaceEs };
