// rule: email-change, email-verification, layout-stability
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible, newEmail, test } from '../support/journey.ts'
import { recordShifts, shiftsIn } from '../support/layout-shifts.ts'
import { linkInLetter, pathInLetter } from '../support/letters.ts'
import { CLIENT_PASSWORD, newClient } from '../support/new-client.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')
const CODE = /(?<=Code: )\d{6}/

test.use({ expected: [/status of 40[0134]|WebSocket connection/] })

const settings = (page: Page) =>
  page.getByRole('region', { name: t('identity:verify_email.part'), exact: true })
const banner = (page: Page) => page.getByRole('region', { name: t('identity:verify_email.title') })

test('the band of an unconfirmed address is low, moves nothing, and opens the field for the code', async ({
  page,
}) => {
  const { email } = await newClient(page)
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { moved: number }).moved += (
          entry as unknown as { value: number }
        ).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/marketplace')
    await expect(banner(page)).toContainText(t('identity:verify_banner.text'))
    await page.waitForLoadState('networkidle')
    await page.screenshot()
    expect((await banner(page).boundingBox())?.height).toBe(40)
    expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBeCloseTo(
      0,
      2,
    )
  }
  await expectAccessible(page)
  await banner(page)
    .getByRole('button', { name: t('identity:verify_banner.open') })
    .click()
  await expect(banner(page)).toContainText(email)
  const code = banner(page).getByLabel(t('identity:verify_banner.code'))
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription(t('identity:verify_banner.wrong'))
  await expect.poll(() => pathInLetter(email, CODE)).toBeTruthy()
  await code.fill((await pathInLetter(email, CODE))!)
  await page.keyboard.press('Enter')
  await expect(banner(page)).toHaveCount(0)
})

// rule: notice-line
test('the notice of an unconfirmed address, put away, stays away for a day, and nothing moves', async ({
  page,
}) => {
  await newClient(page)
  await recordShifts(page)
  await page.goto('/marketplace')
  await banner(page)
    .getByRole('button', { name: t('app:dismiss') })
    .click()
  await expect(banner(page)).toBeHidden()
  await page.reload()
  await page.waitForLoadState('networkidle')
  await expect(banner(page)).toBeHidden()
  expect(await shiftsIn(page)).toBeCloseTo(0, 3)
  await page.clock.setSystemTime(Date.now() + 86_400_000)
  await page.reload()
  await expect(banner(page)).toBeVisible()
})

test('a client changes their address with the password and the code, and the old one takes it back', async ({
  page,
}) => {
  const { email } = await newClient(page)
  const next = newEmail()
  await page.goto('/settings')
  await settings(page)
    .getByRole('button', { name: t('account:email.change') })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('account:email.submit') }).click()
  await expect(dialog).toContainText(t('errors:email_invalid'))
  await dialog.getByLabel(t('account:email.new')).fill(next)
  await dialog.getByRole('button', { name: t('account:email.submit') }).click()
  const confirmation = page.getByRole('dialog', { name: t('security:confirm.title') })
  await confirmation
    .getByLabel(t('account:confirm_password'), { exact: true })
    .fill(CLIENT_PASSWORD)
  await expectAccessible(page)
  await confirmation.getByRole('button', { name: t('security:confirm.submit') }).click()
  await expect(settings(page)).toContainText(t('account:email.waits', { email: next }))
  await expectAccessible(page)

  await expect.poll(() => pathInLetter(next, CODE)).toBeTruthy()
  const verify = (await linkInLetter(next, 'verify-email'))!
  await page.goto(verify)
  const question = t('identity:verify_email.question', { email: next })
  await expect(page.getByRole('heading', { name: question })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/settings')
  const code = (await pathInLetter(next, CODE))!
  await settings(page).getByLabel(t('identity:verify_banner.code')).fill(code)
  await settings(page)
    .getByRole('button', { name: t('identity:verify_banner.confirm') })
    .click()
  await expect(settings(page)).toContainText(t('identity:verify_email.confirmed'))
  await expect(settings(page)).toContainText(next)

  const asked = await linkInLetter(email, 'not-me')
  await page.goto(asked!)
  await expect(page.getByText(t('identity:not_me.email_intro'))).toBeVisible()
  await page.getByRole('button', { name: t('identity:not_me.submit') }).click()
  const masked = `${email[0]}•••${email.slice(email.indexOf('@'))}`
  await expect(page.getByText(t('identity:not_me.email_done', { email: masked }))).toBeVisible()
  await expectAccessible(page)
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/login/)
})
