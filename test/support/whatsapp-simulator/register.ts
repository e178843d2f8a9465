import { registerHooks } from 'node:module';

const isolationOf = (url = ''): string => url.split('?isolated=')[1] ?? '';

/** `import 'baileys'` finds the simulator, for those who import this file before the application. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'baileys' || isolationOf(context.parentURL) !== isolationOf(import.meta.url))
      return next(specifier, context);
    return next('./engine.js', { ...context, parentURL: import.meta.url });
  },
});
