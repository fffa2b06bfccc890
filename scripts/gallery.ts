import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { LANGUAGES } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { chromiumFlags } from '../e2e/chromium-flags.ts'
import { startDemoServer } from '../e2e/demo-server.ts'
import { chromiumAdvice, findChromium } from './chromium.mjs'
import { arriveAt, galleryScreens } from './gallery-screens.ts'
import type { GalleryScreen } from './gallery-screens.ts'
import { giveUp } from './progress.mjs'
import { prepareWeb } from './prepare.mjs'

/** `npm run gallery` takes all pictures; `npm run gallery -- dashboard en` those whose name or language is among the words. */
const words = process.argv.slice(2)
const WIDTHS = [390, 768, 1440]
const SCHEMES = ['light', 'dark'] as const
/** Pages that are looked at side by side. */
const AT_ONCE = 2
const folder = join(import.meta.dirname, '../.cache/gallery')

type Look = { scheme: (typeof SCHEMES)[number]; width: number }

const wantedNames = words.filter((word) => !LANGUAGES.some((language) => language === word))
const wantedLanguages = LANGUAGES.filter((language) => words.includes(language))
const languages = wantedLanguages.length === 0 ? LANGUAGES : wantedLanguages
const screens = galleryScreens.filter(
  ({ name }) => wantedNames.length === 0 || wantedNames.some((word) => name.includes(word)),
)
const looks: Look[] = SCHEMES.flatMap((scheme) => WIDTHS.map((width) => ({ scheme, width })))

await prepareWeb()
const executablePath = (await findChromium()) ?? giveUp(chromiumAdvice)
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const server = await startDemoServer()
const browser = await chromium.launch({ executablePath, args: chromiumFlags() })
try {
  const due = languages.flatMap((language) => screens.map((screen) => ({ screen, language })))
  await Promise.all(Array.from({ length: AT_ONCE }, () => takeAll(browser, due)))
} finally {
  await browser.close()
  await server.stop()
}
await writeFile(join(folder, 'index.html'), indexPage())
console.log(`The pictures are in ${join(folder, 'index.html')}`)

/** Takes one after the other from those that are still due, with others beside it. */
async function takeAll(from: Browser, due: { screen: GalleryScreen; language: Language }[]) {
  for (let next = due.shift(); next; next = due.shift()) {
    await takePictures(from, next.screen, next.language)
    console.log(`${next.language}: ${next.screen.name}`)
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
  const page = await context.newPage()
  await arriveAt(page, screen)
  for (const { scheme, width } of looks) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 900 })
    const path = join(folder, pictureName(screen, language, { scheme, width }))
    await page.screenshot({ path, fullPage: true })
  }
  await context.close()
}

function pictureName({ name }: GalleryScreen, language: Language, { scheme, width }: Look): string {
  return `${name.replaceAll(/\W+/g, '-')}.${language}.${scheme}.${width}.png`
}

function indexPage(): string {
  const sections = screens.map((screen) => {
    const pictures = languages.flatMap((language) =>
      looks.map((look) => {
        const file = pictureName(screen, language, look)
        return `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy" width="${look.width / 4}"></a>`
      }),
    )
    return `<h2>${screen.name}</h2>\n${pictures.join('\n')}`
  })
  return `<!doctype html>\n<meta charset="utf-8">\n<title>Lustra, every screen</title>\n<style>body{font:16px system-ui}img{margin:4px;border:1px solid #ccc;vertical-align:top}</style>\n${sections.join('\n')}\n`
}
