import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { chromiumFlags } from '../e2e/chromium-flags.ts'
import { startDemoServer } from '../e2e/demo-server.ts'
import { chromiumAdvice, findChromium } from './chromium.mjs'
import { galleryScreens } from './gallery-screens.ts'
import { giveUp } from './progress.mjs'
import { prepareWeb } from './prepare.mjs'

const widths = [390, 768, 1440]
const schemes = ['light', 'dark'] as const
const locales = ['en-US', 'pt-BR']
const folder = join(import.meta.dirname, '../.cache/gallery')

await prepareWeb()
const executablePath = (await findChromium()) ?? giveUp(chromiumAdvice)
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const server = await startDemoServer()
const browser = await chromium.launch({ executablePath, args: chromiumFlags() })
try {
  for (const locale of locales) {
    for (const scheme of schemes) {
      for (const width of widths) await takePictures(browser, locale, scheme, width)
    }
  }
} finally {
  await browser.close()
  await server.stop()
}
await writeFile(join(folder, 'index.html'), indexPage())
console.log(`The pictures are in ${join(folder, 'index.html')}`)

async function takePictures(
  from: Browser,
  locale: string,
  scheme: (typeof schemes)[number],
  width: number,
): Promise<void> {
  const context = await from.newContext({
    baseURL: server.origin,
    locale,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
  })
  const page = await context.newPage()
  for (const { name, path } of galleryScreens) {
    await page.goto(path, { waitUntil: 'networkidle' })
    const file = pictureName(name, locale, scheme, width)
    await page.screenshot({ path: join(folder, file), fullPage: true })
  }
  await context.close()
  console.log(`${locale}, ${scheme}, ${width} px`)
}

function pictureName(name: string, locale: string, scheme: string, width: number): string {
  return `${name}.${locale.slice(0, 2)}.${scheme}.${width}.png`
}

function indexPage(): string {
  const sections = galleryScreens.map(({ name }) => {
    const pictures = locales.flatMap((locale) =>
      schemes.flatMap((scheme) =>
        widths.map((width) => {
          const file = pictureName(name, locale, scheme, width)
          return `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy" width="${width / 4}"></a>`
        }),
      ),
    )
    return `<h2>${name}</h2>\n${pictures.join('\n')}`
  })
  return `<!doctype html>\n<meta charset="utf-8">\n<title>Lustra, every screen</title>\n<style>body{font:16px system-ui}img{margin:4px;border:1px solid #ccc;vertical-align:top}</style>\n${sections.join('\n')}\n`
}
