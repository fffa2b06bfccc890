import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { LANGUAGES } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { chromiumFlags } from '../e2e/support/chromium-flags.ts'
import { startDemoServer } from '../e2e/support/demo-server.ts'
import { chromiumAdvice, findChromium } from './chromium.mjs'
import { indexPage } from './gallery/index-page.ts'
import { VARIANTS, pictureName } from './gallery/pictures.ts'
import { arriveAt, waitForRender } from './gallery/screen.ts'
import type { GalleryScreen } from './gallery/screen.ts'
import { galleryScreens } from './gallery/screens.ts'
import { exitWithMessage } from './progress.mjs'
import { prepareWeb } from './prepare.mjs'

/**
 * `npm run gallery` takes a picture of every screen. `npm run gallery -- dashboard en` takes only those whose name
 * contains a given word and whose language is given. The index page shows all pictures that exist.
 */
const args = process.argv.slice(2)
/** How many browser pages work at the same time. */
const PARALLEL_PAGES = 2
const folder = join(import.meta.dirname, '../.cache/gallery')

const wantedNames = args.filter((arg) => !LANGUAGES.some((language) => language === arg))
const wantedLanguages = LANGUAGES.filter((language) => args.includes(language))
const languages = wantedLanguages.length === 0 ? LANGUAGES : wantedLanguages
const screens = galleryScreens.filter(
  ({ name }) => wantedNames.length === 0 || wantedNames.some((arg) => name.includes(arg)),
)

await prepareWeb()
const executablePath = (await findChromium()) ?? exitWithMessage(chromiumAdvice)
if (args.length === 0) await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const server = await startDemoServer()
process.env['LUSTRA_E2E_DATA_DIR'] = server.dataDir
const browser = await chromium.launch({ executablePath, args: chromiumFlags() })
const failed: string[] = []
try {
  const due = languages.flatMap((language) => screens.map((screen) => ({ screen, language })))
  await Promise.all(Array.from({ length: PARALLEL_PAGES }, () => takeDuePictures(browser, due)))
} finally {
  await browser.close()
  await server.stop()
}
await writeFile(join(folder, 'index.html'), indexPage(new Set(await readdir(folder))))
console.log(`The pictures are in ${join(folder, 'index.html')}`)
if (failed.length > 0) exitWithMessage(`These could not be taken:\n${failed.join('\n')}`)

/**
 * Takes the next picture from the list until it is empty. Several of these run at the same time. Failures are reported
 * at the end.
 */
async function takeDuePictures(
  from: Browser,
  due: { screen: GalleryScreen; language: Language }[],
) {
  for (let next = due.shift(); next; next = due.shift()) {
    const { screen, language } = next
    console.log(`${language}: ${screen.name}`)
    await takePictures(from, screen, language).catch((error: unknown) => {
      failed.push(`${language}: ${screen.name}: ${String(error)}`)
    })
  }
}

/** Opens a screen once and takes it in every width, light and dark. */
async function takePictures(from: Browser, screen: GalleryScreen, language: Language) {
  const context = await from.newContext({
    baseURL: server.origin,
    locale: { en: 'en-US', pt: 'pt-BR', es: 'es-MX' }[language],
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
  })
  try {
    const page = await context.newPage()
    await arriveAt(page, screen)
    for (const { scheme, width } of VARIANTS) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: 900 })
      // A focused field can leave the page scrolled, and the picture would then be incomplete.
      await page.evaluate(() => window.scrollTo(0, 0))
      await waitForRender(page)
      const path = join(folder, pictureName(screen, language, { scheme, width }))
      await page.screenshot({ path, fullPage: true })
    }
  } finally {
    await context.close()
  }
}
