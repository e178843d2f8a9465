import type { IncomingMessage } from 'node:http';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

/** Where the build sees this folder (scripts/build.mjs). */
const root = process.env.ADMIN_ROOT ?? import.meta.dirname;

const server = process.env.API_URL ?? `http://localhost:${process.env.PORT ?? 8080}`;

// Screens and API share their paths: a navigation gets the admin, everything else the server (as in production).
function navigation(request: IncomingMessage): string | undefined {
  const mode = request.headers['sec-fetch-mode'];
  const navigates = mode === undefined ? request.headers.accept?.startsWith('text/html') : mode === 'navigate';
  return request.method === 'GET' && navigates ? '/index.html' : undefined;
}

/** Of the screens that are shown without a network. */
const offlineSources =
  /\/admin\/(index\.html|src\/(app|conversation|i18n|features\/conversations\/(tickets|chats|share))\/)/;

/** The service worker keeps the files of these screens: their chunks, what these import, styles, and the font of Latin scripts. */
const listOfflineFiles: Plugin = {
  name: 'offline-files',
  enforce: 'post',
  generateBundle(_, bundle) {
    const files = new Set<string>();
    const add = (chunk: Rolldown.OutputBundle[string] | undefined): void => {
      if (chunk?.type !== 'chunk' || files.has(chunk.fileName)) return;
      for (const file of [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]) files.add(file);
      for (const imported of chunk.imports) add(bundle[imported]);
    };
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk' && offlineSources.test(chunk.facadeModuleId ?? '')) add(chunk);
      if (chunk.type === 'asset' && /inter-latin-wght-normal/.test(chunk.fileName)) files.add(chunk.fileName);
    }
    const worker = bundle['sw.js'];
    if (worker?.type !== 'chunk') throw new Error('There is no service worker');
    const list = JSON.stringify([...files].map((file) => `/${file}`));
    const code = worker.code.replace(/JSON\.parse\((["'`])__FILES__\1\)/, () => list);
    if (code === worker.code) throw new Error('The service worker has no place for the list of files');
    // a classic script
    worker.code = code.replace(/export\s*\{\s*\};?/, '');
  },
};

export default defineConfig({
  root,
  plugins: [react(), listOfflineFiles],
  build: {
    outDir: '../dist/admin',
    emptyOutDir: true,
    // Inlined fonts would be data: URLs, which the content security policy refuses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: { index: `${root}/index.html`, sw: `${root}/src/sw.ts` },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
              priority: 30,
            },
            // what several screens need of these comes in one file each, not in dozens of one icon or hook
            { name: 'mui', test: /node_modules[\\/]@(mui(?![\\/]x-)|emotion)[\\/]/, minShareCount: 2, priority: 25 },
            { name: 'admin', test: /node_modules[\\/](ra-|@tanstack)/, minShareCount: 2, priority: 25 },
            { name: 'socket', test: /node_modules[\\/](socket\.io|engine\.io)/, priority: 20 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/socket.io': { target: server, ws: true },
      '^/(?!(src|@|node_modules|favicon|icon-|apple-|manifest|theme\\.js|index\\.html)).+': {
        target: server,
        bypass: navigation,
      },
    },
  },
});
