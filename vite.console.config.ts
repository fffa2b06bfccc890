import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the operators' console, a bundle of its own that no page of people loads. rule: operator-console */
export default defineConfig({
  root: 'web/src/console',
  base: '/operator/',
  plugins: [react(), tailwindcss()],
  // wouter's fallback for older versions of React.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  publicDir: false,
  build: {
    outDir: resolve('web/dist/console'),
    emptyOutDir: true,
    // The content security policy allows no fonts or scripts in data addresses.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
  },
})
