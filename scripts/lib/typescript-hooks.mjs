import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformFileSync } from '@swc/core';

/** The admin's sources: JSX, and imports without an extension as bundlers allow them. */
const jsx = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
  },
};

/** Lets this process import our TypeScript as it is: `.js` in an import finds the `.ts` beside it, swc compiles it. */
registerHooks({
  resolve(specifier, context, next) {
    if (/^\.{1,2}\//.test(specifier) && context.parentURL) {
      const path = specifier.replace(/\.js$/, '');
      for (const ending of ['.ts', '.tsx']) {
        const source = new URL(path + ending, context.parentURL);
        if (existsSync(source)) return { url: source.href, format: 'module', shortCircuit: true };
      }
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    if (!url.startsWith('file:') || !/\.tsx?(\?|$)/.test(url) || url.includes('/node_modules/'))
      return next(url, context);
    const options = url.endsWith('.tsx') ? jsx : {};
    const { code } = transformFileSync(fileURLToPath(url), { sourceMaps: 'inline', ...options });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
