import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { chromiumFlags } from '../e2e/chromium-flags.ts'
import { startDemoServer } from '../e2e/demo-server.ts'
import { DEMO_PASSWORD } from '../server/demo/cast.ts'
import { chromiumAdvice, findChromium } from './chromium.mjs'
import { emailOf, galleryScreens } from './gallery-screens.ts'
import type { GalleryScreen } from './gallery-screens.ts'
import { giveUp } from './progress.mjs'
import { prepareWeb } from './prepare.mjs'

/** `npm run gallery` takes all pictures; `npm run gallery -- dashboard en` those whose name or language is among the words. */
const words = process.argv.slice(2)
const widths = [390, 768, 1440]
const schemes = ['light', 'dark'] as const
const languages = ['en', 'pt', 'es'] as const
const folder = join(import.meta.dirname, '../.cache/gallery')
/** A loading screen never comes to rest. */
const REST_MS_MAX = 3000

type Look = {
  language: (typeof languages)[number]
  scheme: (typeof schemes)[number]
  width: number
}

const wantedLanguages = words.filter((word) => languages.some((language) => language === word))
const wantedNames = words.filter((word) => !wantedLanguages.includes(word))
const screens = galleryScreens.filter(
  ({ name }) => wantedNames.length === 0 || wantedNames.some((word) => name.includes(word)),
)
const looks: Look[] = languages
  .filter((language) => wantedLanguages.length === 0 || wantedLanguages.includes(language))
  .flatMap((language) =>
    schemes.flatMap((scheme) => widths.map((width) => ({ language, scheme, width }))),
  )

await prepareWeb()
const executablePath = (await findChromium()) ?? giveUp(chromiumAdvice)
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const server = await startDemoServer()
const browser = await chromium.launch({ executablePath, args: chromiumFlags() })
try {
  for (const look of looks) {
    for (const screen of screens) await takePicture(browser, screen, look)
    console.log(`${look.language}, ${look.scheme}, ${look.width} px`)
  }
} finally {
  await browser.close()
  await server.stop()
}
await writeFile(join(folder, 'index.html'), indexPage())
console.log(`The pictures are in ${join(folder, 'index.html')}`)

async function takePicture(from: Browser, screen: GalleryScreen, look: Look): Promise<void> {
  const context = await from.newContext({
    baseURL: server.origin,
    locale: { en: 'en-US', pt: 'pt-BR', es: 'es-MX' }[look.language],
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
    viewport: { width: look.width, height: 900 },
  })
  const page = await context.newPage()
  if (screen.as) {
    const data = { email: emailOf(screen.as), password: DEMO_PASSWORD }
    await page.request.post('/api/login', { data })
  }
  await screen.given?.(page)
  await page.goto(typeof screen.path === 'string' ? screen.path : await screen.path(page))
  await page.waitForLoadState('networkidle', { timeout: REST_MS_MAX }).catch(() => {})
  await screen.once?.(page)
  await page.screenshot({ path: join(folder, pictureName(screen, look)), fullPage: true })
  await context.close()
}

function pictureName({ name }: GalleryScreen, { language, scheme, width }: Look): string {
  return `${name.replaceAll(/\W+/g, '-')}.${language}.${scheme}.${width}.png`
}

function indexPage(): string {
  const sections = screens.map((screen) => {
    const pictures = looks.map((look) => {
      const file = pictureName(screen, look)
      return `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy" width="${look.width / 4}"></a>`
    })
    return `<h2>${screen.name}</h2>\n${pictures.join('\n')}`
  })
  return `<!doctype html>\n<meta charset="utf-8">\n<title>Lustra, every screen</title>\n<style>body{font:16px system-ui}img{margin:4px;border:1px solid #ccc;vertical-align:top}</style>\n${sections.join('\n')}\n`
}
