import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { chromiumAdvice, findChromium } from '../scripts/chromium.mjs'

// `npm run bench -- dev http://localhost:4100`: how long a change takes from saving a file to a browser that shows it,
// while `npm run dev` serves this address. Each file is as before at the end.

const [, , address = 'http://localhost:4100'] = process.argv
const ROUNDS = 5

type Change = {
  what: string
  file: string
  change: (text: string, mark: string) => string
  /** Runs in the page. */
  isSeen: (mark: string) => boolean
}

const changes: Change[] = [
  {
    what: 'a component',
    file: 'web/src/shell/footer.tsx',
    change: (text, mark) => text.replace('<footer', `<footer data-change="${mark}"`),
    isSeen: (mark) => document.querySelector('footer')?.dataset['change'] === mark,
  },
  {
    what: 'a view',
    file: 'web/src/views/market/home.tsx',
    change: (text, mark) => text.replace('<Hero />', `<div id="change">${mark}</div><Hero />`),
    isSeen: (mark) => document.querySelector('#change')?.textContent === mark,
  },
  {
    what: 'a text',
    file: 'web/src/locales/en/market/home.json',
    change: (text, mark) => text.replace(/("\w*title\w*": ")/, `$1${mark} `),
    isSeen: (mark) => document.body.innerText.includes(`${mark} `),
  },
  {
    what: 'a style',
    file: 'web/src/ui/style.css',
    change: (text, mark) => `${text}\n:root { --change: ${mark}; }\n`,
    isSeen: (mark) =>
      getComputedStyle(document.documentElement).getPropertyValue('--change') === mark,
  },
  {
    what: 'a file of the server',
    file: 'server/src/pages/pages.ts',
    change: (text, mark) =>
      text.replace(
        'Buffer.from(html)',
        `Buffer.from(html.replace('<body', '<body data-change="${mark}"'))`,
      ),
    isSeen: (mark) => document.body?.dataset['change'] === mark,
  },
]

const executablePath = await findChromium()
if (!executablePath) throw new Error(chromiumAdvice)
const browser = await chromium.launch({ executablePath })
try {
  const page = await browser.newPage({ locale: 'en-US' })
  page.on('pageerror', (error) => console.error(error.message))
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  for (const change of changes) {
    const seconds = await measure(page, change)
    console.log(`${change.what}: ${seconds.map((each) => each.toFixed(2)).join(' ')} s`)
  }
} finally {
  await browser.close()
}

async function measure(page: Page, { file, change, isSeen }: Change): Promise<number[]> {
  const before = readFileSync(file, 'utf8')
  const seconds: number[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const mark = `mark${round}`
      const start = performance.now()
      writeFileSync(file, change(before, mark))
      await page.waitForFunction(isSeen, mark)
      seconds.push((performance.now() - start) / 1000)
      await page.waitForLoadState('networkidle')
    }
  } finally {
    writeFileSync(file, before)
  }
  return seconds
}
