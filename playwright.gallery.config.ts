import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

const LOCALES = { en: 'en-US', pt: 'pt-BR', es: 'es-MX' }

/** Takes pictures of every screen in each language, as a report that a browser shows: .cache/gallery/index.html. */
export default defineConfig(journeys, {
  testDir: 'e2e/gallery',
  testMatch: 'gallery.ts',
  globalSetup: './e2e/support/server/server.ts',
  outputDir: '.cache/gallery-results',
  fullyParallel: true,
  workers: 2,
  reporter: [['list'], ['html', { outputFolder: '.cache/gallery', open: 'never' }]],
  use: { serviceWorkers: 'block', contextOptions: { reducedMotion: 'reduce' } },
  projects: Object.entries(LOCALES).map(([name, locale]) => ({ name, use: { locale } })),
})
