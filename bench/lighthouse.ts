import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'
import { chromiumFlags } from '../e2e/support/server/chromium-flags.ts'
import { startDemoServer } from '../e2e/support/server/demo-server.ts'
import { waitForHydration } from '../e2e/support/hydration.ts'
import { freePort } from '../tools/embedded-postgres/free-port.ts'
import { chromiumAdvice, findChromium } from '../scripts/chromium.mjs'
import { prepareWeb } from '../scripts/prepare.mjs'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../server/demo/market/demo-people.ts'
import { printTable } from './harness.ts'

/**
 * Lighthouse on a simulated phone (slow 4G, a quarter of this machine's speed) against the real server with the demo
 * world. Shows the run with the median score of three for each page. LIGHTHOUSE_RUNS changes the number. Arguments
 * after the name choose pages: `-- lighthouse home`.
 */
const RUNS = Number(process.env['LIGHTHOUSE_RUNS'] ?? 3)
const CLI = join(import.meta.dirname, '../node_modules/lighthouse/cli/index.js')
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const MESSAGES_GONE_MS = 10_000
const REPORT_BYTES_MAX = 64 * 1024 * 1024

type Page = {
  name: string
  path: string
  as?: keyof typeof DEMO_PEOPLE
  /** The browser has shown the page before, so the messages that it shows once have gone. Its cache is empty again. */
  again?: boolean
}
const PAGES: readonly Page[] = [
  { name: 'home', path: '/' },
  { name: 'search results', path: '/search?zip_code=78701' },
  { name: 'public profile', path: '/professional/grace-walker' },
  { name: 'city', path: '/house-cleaning/tx/austin' },
  { name: 'marketplace', path: '/marketplace', as: 'maya' },
  { name: 'dashboard', path: '/dashboard', as: 'grace' },
  { name: 'dashboard, opened before', path: '/dashboard', as: 'grace', again: true },
  { name: 'messages', path: '/messages', as: 'maya' },
  { name: 'bookings', path: '/bookings', as: 'maya' },
  { name: 'profile form', path: '/dashboard/profile', as: 'grace' },
]

type Audit = { id: string; score: number | null; numericValue?: number; details?: Details }
type Details = { items?: Item[] }
/** An item of 'network-requests' or 'metrics'. Their times are ms from the same start. */
type Item = {
  url?: string
  transferSize?: number
  networkRequestTime?: number
  observedLoad?: number
}
type Report = {
  categories: Record<(typeof CATEGORIES)[number], { score: number; auditRefs: { id: string }[] }>
  audits: Record<string, Audit>
  /** Paths of the scripts that the page needs. */
  scripts: string[]
}

const executablePath = await findChromium()
if (!executablePath) throw new Error(chromiumAdvice)
await prepareWeb()
const server = await startDemoServer()
try {
  const [, , ...nameParts] = process.argv
  const selected = PAGES.filter(
    ({ name }) => nameParts.length === 0 || nameParts.some((part) => name.includes(part)),
  )
  const rows = []
  for (const page of selected) rows.push(cellsOf(page, await medianOf(page)))
  printTable(
    'page | performance | accessibility | best practices | SEO | LCP s | TBT ms | CLS | requests to load | kB',
    rows,
  )
} finally {
  await server.stop()
}

async function medianOf(page: Page): Promise<Report> {
  const reports = []
  for (let run = 0; run < RUNS; run++) reports.push(await reportOf(page))
  const sorted = reports.toSorted(
    (one, other) => one.categories.performance.score - other.categories.performance.score,
  )
  const median = sorted[Math.floor(sorted.length / 2)]!
  printFailures(page, median)
  return median
}

async function reportOf({ path, as, again = false }: Page): Promise<Report> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'lustra-lighthouse-'))
  const browser = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: [...chromiumFlags(), `--remote-debugging-port=${port}`],
  })
  try {
    if (as) {
      // Every page stores the time zone, so that the next one arrives with its data.
      const page = await browser.newPage()
      await page.goto(`${server.origin}/login`)
      await waitForHydration(page)
      await page.close()
      const data = { email: DEMO_PEOPLE[as].email, password: DEMO_PASSWORD }
      await browser.request.post(`${server.origin}/api/login`, { data })
    }
    if (again) await openOnce(browser, path)
    const scripts = await firstScripts(browser, path)
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        CLI,
        server.origin + path,
        '--quiet',
        '--output=json',
        `--only-categories=${CATEGORIES.join(',')}`,
        `--port=${port}`,
        '--no-enable-error-reporting',
        ...(again ? ['--disable-storage-reset'] : []),
      ],
      { maxBuffer: REPORT_BYTES_MAX },
    )
    return { ...(JSON.parse(stdout) as Omit<Report, 'scripts'>), scripts }
  } finally {
    await browser.close()
    await rm(folder, { recursive: true })
  }
}

function cellsOf({ name, path }: Page, report: Report): (string | number)[] {
  const { categories, audits } = report
  const scores = CATEGORIES.map((category) => Math.round(categories[category].score * 100))
  const value = (id: string) => audits[id]?.numericValue ?? NaN
  const requests = requestsIn(report)
  const bytes = requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
  return [
    `${name} (${path})`,
    ...scores,
    (value('largest-contentful-paint') / 1000).toFixed(2),
    value('total-blocking-time').toFixed(0),
    value('cumulative-layout-shift').toFixed(3),
    requests.length,
    (bytes / 1000).toFixed(0),
  ]
}

/** Prints the failed audits and the requests of a page. */
function printFailures({ name }: Page, report: Report): void {
  const { categories, audits } = report
  for (const category of CATEGORIES.slice(1)) {
    for (const { id } of categories[category].auditRefs) {
      const score = audits[id]?.score
      if (typeof score === 'number' && score < 1) console.error(`${name}: ${category}: ${id}`)
    }
  }
  for (const { url = '', transferSize = 0 } of requestsIn(report))
    console.error(`${name}: ${transferSize} B ${url.replace(server.origin, '')}`)
}

/** Opens a page until its messages have gone, and empties the caches. */
async function openOnce(browser: BrowserContext, path: string): Promise<void> {
  const page = await browser.newPage()
  await page.goto(server.origin + path)
  await page.waitForTimeout(MESSAGES_GONE_MS)
  const devtools = await browser.newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await devtools.send('Storage.clearDataForOrigin', {
    origin: server.origin,
    storageTypes: 'service_workers,cache_storage',
  })
  await page.close()
}

/** The addresses in the page's `data-scripts`, which load after the first paint (web/src/entries/start-script.ts). */
async function firstScripts(browser: BrowserContext, path: string): Promise<string[]> {
  const html = await (await browser.request.get(server.origin + path)).text()
  return /data-scripts="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? []
}

/**
 * The requests until the load event, and the page's scripts, which load after the first paint. Later requests are
 * prefetches for the next screen and for offline use, or photos further down. data: URLs do not count.
 */
function requestsIn({ audits, scripts }: Report) {
  const load = audits['metrics']?.details?.items?.[0]?.observedLoad ?? NaN
  const items = audits['network-requests']?.details?.items ?? []
  return items.filter(
    ({ url = '', networkRequestTime = 0 }) =>
      !url.startsWith('data:') &&
      (networkRequestTime < load || scripts.includes(new URL(url).pathname)),
  )
}
