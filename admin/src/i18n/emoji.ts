const pt = {
  clear: 'Limpar a pesquisa',
  none: 'Nenhum emoji encontrado',
  one: '1 emoji encontrado. Use as setas para chegar a ele.',
  many: '%n emojis encontrados. Use as setas para percorrê-los.',
  categories: 'Categorias',
  failed: 'Não foi possível carregar os emojis.',
  tone: {
    neutral: 'Tom de pele padrão',
    light: 'Tom de pele claro',
    medium_light: 'Tom de pele médio-claro',
    medium: 'Tom de pele médio',
    medium_dark: 'Tom de pele médio-escuro',
    dark: 'Tom de pele escuro',
  },
};

const en: typeof pt = {
  clear: 'Clear the search',
  none: 'No emoji found',
  one: '1 emoji found. Use the arrow keys to reach it.',
  many: '%n emoji found. Use the arrow keys to go through them.',
  categories: 'Categories',
  failed: 'The emoji could not be loaded.',
  tone: {
    neutral: 'Default skin tone',
    light: 'Light skin tone',
    medium_light: 'Medium-light skin tone',
    medium: 'Medium skin tone',
    medium_dark: 'Medium-dark skin tone',
    dark: 'Dark skin tone',
  },
};

const es: typeof pt = {
  clear: 'Borrar la búsqueda',
  none: 'No se encontró ningún emoji',
  one: 'Se encontró 1 emoji. Use las flechas para llegar a él.',
  many: 'Se encontraron %n emojis. Use las flechas para recorrerlos.',
  categories: 'Categorías',
  failed: 'No se pudieron cargar los emojis.',
  tone: {
    neutral: 'Tono de piel predeterminado',
    light: 'Tono de piel claro',
    medium_light: 'Tono de piel medio claro',
    medium: 'Tono de piel medio',
    medium_dark: 'Tono de piel medio oscuro',
    dark: 'Tono de piel oscuro',
  },
};

/** The words of the emoji picker; `%n` is how many it found. */
export const emoji = { pt, en, es };
