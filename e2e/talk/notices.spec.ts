import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { expectAccessible, logIn, readIn, test } from '../support/journey.ts'
import { earlierForm } from '../support/letters.ts'
import { openMayaApi } from '../support/visits.ts'
import { translationsIn } from '../support/translations.ts'

let maya: Awaited<ReturnType<typeof openMayaApi>>
test.beforeEach(async ({ baseURL }) => {
  maya = await openMayaApi(baseURL)
})
test.afterEach(() => maya.dispose())

/** The date of the next 11:00 in Austin. It is so near that its letters do not wait for the end of quiet hours. */
function nextEleven(): string {
  const now = Temporal.Now.zonedDateTimeISO('America/Chicago')
  const today = now.with({ hour: 11, minute: 0, second: 0, millisecond: 0 })
  const next = Temporal.ZonedDateTime.compare(today, now) > 0 ? today : today.add({ days: 1 })
  return next.toPlainDate().toString()
}

const outbox = join(process.env['LUSTRA_E2E_DATA_DIR'] ?? '', 'outbox')
/** The first letter creates the folder. */
const letters = async () =>
  (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'))

/** Maya requests 11:00 from Grace. Returns the path of a link in the letter of this request. */
async function pathInLetterOfRequest(pattern: RegExp): Promise<string> {
  const before = new Set(await letters())
  await maya.requestVisit(nextEleven(), '11:00')
  let path: string | undefined
  await expect(async () => {
    for (const file of (await letters()).filter((name) => !before.has(name))) {
      const { to, text = '' } = await PostalMime.parse(await readFile(join(outbox, file), 'utf8'))
      if (to?.[0]?.address === DEMO_PEOPLE.grace.email && text.includes('11:00'))
        path ??= pattern.exec(text)?.[0]
    }
    expect(path).toBeDefined()
  }).toPass({ timeout: 20_000 })
  return path ?? ''
}

async function switchLanguage(page: Page, language: string, baseURL: string | undefined) {
  await page.context().addCookies([{ name: 'i18nextLng', value: language, url: baseURL ?? '' }])
  await page.addInitScript((choice) => localStorage.setItem('i18nextLng', choice), language)
}

// rule: notice-center, answer-link
test('a professional sees a request at the bell, and answers it from its letter without signing in', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  const answer = await pathInLetterOfRequest(/\/answer\?answer=declined#token=[\w-]+/)

  await test.step('the bell shows the number of unread notices, and opens them', async () => {
    await page.goto('/dashboard')
    const bell = page.getByRole('button', { name: /^Notifications \d+ unread/ })
    await bell.click()
    const panel = page.getByRole('dialog', { name: 'Notifications' })
    await expect(panel.getByRole('link', { name: /asks you for a visit/ }).first()).toBeVisible()
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  })

  const readerContext = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  await watch(readerContext)
  const reader = await readerContext.newPage()
  for (const [language, link] of [
    ['es', earlierForm(answer)],
    ['pt', answer],
    ['en', answer],
  ] as const) {
    await switchLanguage(reader, language, baseURL)
    await reader.goto(link)
    // `goto` does not load an address with a hash that is open already.
    await reader.reload()
    const t = translationsIn(language)
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText(t('notices:answer.title'))
    await expect(reader.getByText('78701')).toBeVisible()
    await expect(reader.getByRole('button', { name: t('notices:answer.decline') })).toBeVisible()
  }
  await expectAccessible(reader)
  await reader.getByRole('button', { name: 'Decline' }).click()
  await expect(reader.getByRole('main').getByRole('status')).toHaveText(
    'You declined this request. We told the client.',
  )
  await readerContext.close()
})

// rule: answer-link
test.describe('an unknown link', () => {
  test.use({ expected: [/Failed to load resource: the server responded with a status of 404/] })
  test('an unknown answer link says so, and leads to the dashboard', async ({ page }) => {
    await page.goto('/answer/nothing')
    await expect(page.getByRole('alert')).toHaveText(
      'This link was already used, or the request is over. Log in to see your bookings.',
    )
    await expect(page.getByRole('link', { name: 'Open dashboard' })).toBeVisible()
  })
})

// rule: notice-switches, secret-addresses
test('a user ends the letters of one topic by a link, and switches them on again in their language', async ({
  page,
}) => {
  const link = await pathInLetterOfRequest(/\/unsubscribe#token=[\w-]+/)
  await page.goto(earlierForm(link))
  await expect(page.getByRole('button', { name: 'Stop these emails' })).toBeVisible()
  await page.goto(link)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    "You won't get emails about Bookings anymore.",
  )

  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  await page.goto('/settings/notices')
  for (const language of ['pt', 'es', 'en'] as const) {
    const t = translationsIn(language)
    await readIn(page, language)
    const group = page.getByRole('group', { name: t('notices:topics.booking.name') })
    const email = group.getByRole('checkbox', { name: t('notices:channels.email') })
    await expect(email).not.toBeChecked()
    await expect(group.getByRole('checkbox', { name: t('notices:channels.app') })).toBeChecked()
  }
  const email = page
    .getByRole('group', { name: 'Bookings' })
    .getByRole('checkbox', { name: 'By email' })
  await email.click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(email).toBeChecked()
  await expectAccessible(page)
})
