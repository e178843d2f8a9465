import type { IncomingMessage } from 'node:http';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env.API_URL ?? `http://localhost:${process.env.PORT ?? 8080}`;

// Screens and API share their paths: a navigation gets the admin, everything else the server (as in production).
function navigation(request: IncomingMessage): string | undefined {
  const mode = request.headers['sec-fetch-mode'];
  const navigates = mode === undefined ? request.headers.accept?.startsWith('text/html') : mode === 'navigate';
  return request.method === 'GET' && navigates ? '/index.html' : undefined;
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../dist/admin',
    emptyOutDir: true,
    // Inlined fonts would be data: URLs, which the content security policy refuses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
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
      '^/(?!(src|@|node_modules|favicon|theme\\.js|index\\.html)).+': { target: server, bypass: navigation },
    },
  },
});
