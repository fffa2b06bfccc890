// rule: install-button
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { expectAccessible, logIn, test } from '../support/journey.ts'
import { newClient } from '../support/new-client.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')
const PLATFORMS = {
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
  android: 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140 Mobile',
  other: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140',
} as const

test.use({ viewport: { width: 390, height: 844 } })

const installButton = (page: Page) =>
  page.getByRole('complementary').getByRole('button', { name: t('app:install.open') })

/** Opens the page again as a later visit: what belongs to the first one ends with its tab. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
}

for (const platform of ['ios', 'android', 'other'] as const) {
  test.describe(platform, () => {
    test.use({ userAgent: PLATFORMS[platform] })

    test(`the install button opens the instructions for ${platform}, and a dismissal holds for the session`, async ({
      page,
    }) => {
      await newClient(page)
      await page.goto('/marketplace')
      await page.waitForLoadState('networkidle')
      await expect(installButton(page), 'not on a first visit').toHaveCount(0)
      await comeBack(page)
      await installButton(page).click()
      const dialog = page.getByRole('dialog', { name: t('install:title') })
      await test.step('the instructions have the three steps of this platform', async () => {
        for (const step of ['step_1', 'step_2', 'step_3'] as const)
          await expect(dialog.getByText(t(`install:${platform}.${step}`))).toBeVisible()
        await expectAccessible(page)
      })
      await test.step('after a dismissal the button stays hidden, also after a reload', async () => {
        await dialog.getByRole('button', { name: t('app:install.dismiss') }).click()
        await expect(dialog).toHaveCount(0)
        await expect(installButton(page)).toHaveCount(0)
        await page.reload()
        await page.waitForLoadState('networkidle')
        await expect(installButton(page)).toHaveCount(0)
      })
      await test.step('the dismissal is stored in session storage, so another tab shows the button', async () => {
        const isStored = () => Object.keys(sessionStorage).some((key) => key.includes('install'))
        expect(await page.evaluate(isStored)).toBe(true)
        const otherTab = await page.context().newPage()
        await otherTab.setViewportSize({ width: 390, height: 844 })
        await otherTab.goto('/marketplace')
        await expect(installButton(otherTab)).toBeVisible()
      })
    })
  })
}

test('the button is round, stands at the end of two screens of a phone above the tab bar, and on no other', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  await page.goto('/dashboard')
  await comeBack(page)
  // The dashboard grows while its parts load.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const box = (await installButton(page).boundingBox())!
    const bar = (await page.getByRole('navigation', { name: t('app:nav.label') }).boundingBox())!
    expect([box.width, box.height]).toEqual([44, 44])
    expect(box.x).toBeGreaterThan(300)
    expect(box.y + box.height).toBeLessThan(bar.y)
  }).toPass()
  for (const path of ['/messages', '/you', '/settings']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect(installButton(page)).toHaveCount(0)
  }
  await test.step('a wide window has it nowhere: the browser has a sign of its own', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/dashboard')
    await page.waitForLoadState('networkidle')
    await expect(installButton(page)).toHaveCount(0)
  })
})

test('the button hides while a field has the focus, and after the installation', async ({
  page,
}) => {
  await newClient(page)
  await page.goto('/marketplace')
  await comeBack(page)
  await expect(installButton(page)).toBeVisible()
  await page.getByRole('combobox', { name: 'ZIP code' }).focus()
  await expect(installButton(page)).toBeHidden()
  await page.getByRole('combobox', { name: 'ZIP code' }).blur()
  await expect(installButton(page)).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')))
  await expect(installButton(page)).toHaveCount(0)
  await page.reload()
  await page.waitForLoadState('networkidle')
  await expect(installButton(page)).toHaveCount(0)
  await test.step('it returns when the browser offers the installation again', async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt')))
    await expect(installButton(page)).toBeVisible()
  })
})

test('in the installed app the button is hidden', async ({ page }) => {
  // An iPhone sets this property. Other browsers have a display mode, which a test cannot set.
  await page.addInitScript(() => Object.assign(navigator, { standalone: true }))
  await newClient(page)
  await page.goto('/marketplace')
  await comeBack(page)
  await page.waitForLoadState('networkidle')
  await expect(installButton(page)).toHaveCount(0)
})

test('the icons that the manifest names exist', async ({ request }) => {
  const answer = await request.get('/manifest.webmanifest')
  const { icons } = (await answer.json()) as { icons: { src: string; sizes: string }[] }
  expect(icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
  for (const { src } of icons) {
    const icon = await request.get(src)
    expect(icon.headers()['content-type']).toBe('image/png')
  }
})
