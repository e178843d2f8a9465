import { defineErrors, errorCode } from '../../../core/errors/app-error.js';

export const leadErrors = defineErrors({
  ERR_NO_CNAE_FOUND: errorCode(
    404,
    'Nenhum CNAE encontrado para a pesquisa.',
    'No CNAE found for the search.',
    'Ningún CNAE encontrado para la búsqueda.',
  ),
  ERR_NO_LEAD_FOUND: errorCode(
    404,
    'Nenhuma empresa encontrada com este CNPJ.',
    'No company found with this CNPJ.',
    'No se encontró una empresa con este CNPJ.',
  ),
  ERR_LEADS_LIMIT: errorCode(
    409,
    'Isto usaria {{wanted}} leads, e restam {{left}} dos {{limit}} deste mês.',
    'This would use {{wanted}} leads, and {{left}} of the {{limit}} of this month are left.',
    'Esto usaría {{wanted}} leads, y quedan {{left}} de los {{limit}} de este mes.',
  ),
});
