// rule: offer
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible, test } from '../../support/journey.ts'
import { openGroup } from '../../support/open-group.ts'
import { newProfessional, savedProfessional } from '../../support/profile-form.ts'
import { translationsIn } from '../../support/translations.ts'

const t = translationsIn('en')

test.use({ viewport: { width: 390, height: 844 } })

async function openOffer(page: Page) {
  await page.goto('/dashboard/offer')
  await expect(page.getByRole('button', { name: t('offer:save') })).toBeVisible()
}
const urlOf = (id: string) => `/api/professional/offer/${id}`
const saved = async (page: Page, id: string) => (await page.request.get(urlOf(id))).json()
const rateField = (page: Page) =>
  page.getByRole('group', { name: 'Deep Cleaning' }).getByLabel(t('offer:services.rate'))

test('by keyboard on a phone a professional corrects and saves their offer, and a draft survives a reload', async ({
  page,
}) => {
  const { id } = await savedProfessional(page)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: t('dashboard:menu') }).click()
  await page.getByRole('link', { name: t('dashboard:offer') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('offer:title') })).toBeVisible()
  await expectAccessible(page)

  const open = (title: string) =>
    page.getByRole('region', { name: title, exact: true }).locator('summary').first().press('Enter')
  await open('Deep Cleaning')
  await rateField(page).focus()
  await page.keyboard.type('500')
  await open(t('offer:extras.title'))
  await page.getByLabel('Oven').press('Space')
  const oven = page.getByRole('group', { name: 'Oven' })
  await oven.getByLabel(t('offer:extras.price')).fill('25')
  await page.getByRole('button', { name: t('offer:extras.add') }).press('Enter')
  await page.getByLabel(t('offer:extras.name')).fill('Plant watering')
  const plants = page.getByRole('group', { name: 'Plant watering' })
  await plants.getByLabel(t('offer:extras.price')).fill('0')
  await open(t('offer:care.title'))
  await page.getByLabel('Spanish').press('Space')
  await page.reload()
  await expect(page.getByText(t('offer:draft.kept'))).toBeVisible()

  await page.getByRole('button', { name: t('offer:save') }).press('Enter')
  await expect(rateField(page)).toBeFocused()
  await expect(rateField(page)).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('55.50')
  await expect(page.getByText('$108.25')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('offer:saved'), { exact: true })).toBeVisible()
  expect(await saved(page, id)).toMatchObject({
    version: 1,
    offer: {
      services: [{ hourly_rate: null }, { type: 'deep', hourly_rate: 55.5 }],
      extras: [
        { code: 'oven', minutes: 30, price: 25 },
        { name: 'Plant watering', minutes: 30, price: 0 },
      ],
      languages: ['en', 'es'],
    },
  })
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.reload()
  await expect(page.getByRole('button', { name: t('offer:save') })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3000)
})

test.describe('with refusals', () => {
  test.use({ expected: [/status of 409/] })

  // rule: edit-conflict
  test('a device that another one has overtaken sees what is saved, and keeps what was chosen', async ({
    page,
  }) => {
    const { id } = await savedProfessional(page)
    await openOffer(page)
    const { offer } = await saved(page, id)
    const other = { discounts: { weekly: 15, biweekly: 0, monthly: 0 }, pets_ok: true }
    await page.request.put(urlOf(id), { data: { offer: { ...offer, ...other }, version: 0 } })

    await openGroup(page, t('offer:care.title'))
    await page.getByLabel(t('offer:care.eco_products')).check()
    await page.getByRole('button', { name: t('offer:save') }).click()
    const conflict = page.getByRole('alert').filter({ hasText: t('offer:conflict.title') })
    await expect(conflict).toContainText('Weekly 15%')
    await expect(conflict).toContainText(t('offer:conflict.also_here'))
    await expect(page.getByLabel('Weekly, %', { exact: true })).toHaveValue('15')
    await expectAccessible(page)

    await page.getByRole('button', { name: t('offer:save') }).click()
    await expect(page.getByText(t('offer:saved'), { exact: true })).toBeVisible()
    await expect(conflict).toBeHidden()
    expect(await saved(page, id)).toMatchObject({
      version: 2,
      offer: { eco_products: true, pets_ok: false, discounts: { weekly: 15 } },
    })
  })

  test('without a profile the screen leads to it', async ({ page }) => {
    await newProfessional(page)
    await page.goto('/dashboard/offer')
    await page.getByRole('link', { name: t('time:to_profile') }).click()
    await expect(page).toHaveURL('/dashboard/profile')
  })
})
