import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { LANGUAGES } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { chromiumFlags } from '../e2e/support/chromium-flags.ts'
import { startDemoServer } from '../e2e/support/demo-server.ts'
import { chromiumAdvice, findChromium } from './chromium.mjs'
import { indexPage } from './gallery/index-page.ts'
import { LOOKS, pictureName } from './gallery/pictures.ts'
import { arriveAt, untilDrawn } from './gallery/screen.ts'
import type { GalleryScreen } from './gallery/screen.ts'
import { galleryScreens } from './gallery/screens.ts'
import { giveUp } from './progress.mjs'
import { prepareWeb } from './prepare.mjs'

/**
 * `npm run gallery` takes all pictures anew; `npm run gallery -- dashboard en` those whose name has a word and whose language is
 * among the words, beside the pictures that are there. The page shows what is there.
 */
const words = process.argv.slice(2)
/** Pages that are looked at side by side. */
const AT_ONCE = 2
const folder = join(import.meta.dirname, '../.cache/gallery')

const wantedNames = words.filter((word) => !LANGUAGES.some((language) => language === word))
const wantedLanguages = LANGUAGES.filter((language) => words.includes(language))
const languages = wantedLanguages.length === 0 ? LANGUAGES : wantedLanguages
const screens = galleryScreens.filter(
  ({ name }) => wantedNames.length === 0 || wantedNames.some((word) => name.includes(word)),
)

await prepareWeb()
const executablePath = (await findChromium()) ?? giveUp(chromiumAdvice)
if (words.length === 0) await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const server = await startDemoServer()
const browser = await chromium.launch({ executablePath, args: chromiumFlags() })
const missed: string[] = []
try {
  const due = languages.flatMap((language) => screens.map((screen) => ({ screen, language })))
  await Promise.all(Array.from({ length: AT_ONCE }, () => takeAll(browser, due)))
} finally {
  await browser.close()
  await server.stop()
}
await writeFile(join(folder, 'index.html'), indexPage(new Set(await readdir(folder))))
console.log(`The pictures are in ${join(folder, 'index.html')}`)
if (missed.length > 0) giveUp(`These could not be taken:\n${missed.join('\n')}`)

/** Takes one after the other from those that are still due, with others beside it; what cannot be taken is told in the end. */
async function takeAll(from: Browser, due: { screen: GalleryScreen; language: Language }[]) {
  for (let next = due.shift(); next; next = due.shift()) {
    const { screen, language } = next
    console.log(`${language}: ${screen.name}`)
    await takePictures(from, screen, language).catch((error: unknown) => {
      missed.push(`${language}: ${screen.name}: ${String(error)}`)
    })
  }
}

/** Comes to a screen once, and looks at it in every width, light and dark. */
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
    for (const { scheme, width } of LOOKS) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: 900 })
      // Scrolled, as a field in focus leaves it, a page is not drawn whole.
      await page.evaluate(() => window.scrollTo(0, 0))
      await untilDrawn(page)
      const path = join(folder, pictureName(screen, language, { scheme, width }))
      await page.screenshot({ path, fullPage: true })
    }
  } finally {
    await context.close()
  }
}
