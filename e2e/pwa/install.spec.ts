import { expect } from '@playwright/test'
import { expectAccessible, test } from '../support/journey.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')
const PLATFORMS = {
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
  android: 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140 Mobile',
  other: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140',
} as const

for (const platform of ['ios', 'android', 'other'] as const) {
  test.describe(platform, () => {
    test.use({ userAgent: PLATFORMS[platform] })

    test(`the app is offered to be installed the way of ${platform}`, async ({ page }) => {
      await page.goto('/')
      const open = page.getByRole('button', { name: t('app:install.open') })
      await open.click()
      const dialog = page.getByRole('dialog', { name: t('install:title') })
      await test.step('C 2.12: the install button shows platform instructions', async () => {
        await expect(dialog.getByText(t(`install:${platform}.step_2`))).toBeVisible()
        await expectAccessible(page)
      })
      await test.step('P 2.6: the instructions are those of the platform, iOS, Android or another', async () => {
        for (const step of ['step_1', 'step_2', 'step_3'] as const) {
          await expect(dialog.getByText(t(`install:${platform}.${step}`))).toBeVisible()
        }
      })
      await page.keyboard.press('Escape')
      await test.step('P 2.6: dismissal is remembered for the session', async () => {
        await page.getByRole('button', { name: t('app:install.dismiss') }).click()
        await expect(open).toHaveCount(0)
        await page.reload()
        await expect(page.getByRole('contentinfo')).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expect(open).toHaveCount(0)
      })
      await test.step('C 2.12: its dismissal is kept in session storage', async () => {
        const kept = () => Object.keys(sessionStorage).some((key) => key.includes('install'))
        expect(await page.evaluate(kept)).toBe(true)
        const another = await page.context().newPage()
        await another.goto('/')
        await expect(another.getByRole('button', { name: t('app:install.open') })).toBeVisible()
      })
    })
  })
}

test('the install button floats until the app is installed', async ({ page }) => {
  await page.goto('/')
  const open = page.getByRole('button', { name: t('app:install.open') })
  await test.step('P 2.6: the button floats', async () => {
    await expect(open).toBeInViewport()
    await page.keyboard.press('End')
    await expect(open).toBeInViewport()
  })
  await test.step('C 2.12: the install button is hidden once installed', async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')))
    await expect(open).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(open).toHaveCount(0)
  })
  await test.step('it is offered again once the browser says that it is there no more', async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt')))
    await expect(open).toBeVisible()
  })
})

test('P 2.6: in the installed app the button is hidden', async ({ page }) => {
  // How an iPhone tells it; other browsers by a display mode that cannot be had here.
  await page.addInitScript(() => Object.assign(navigator, { standalone: true }))
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('button', { name: t('app:install.open') })).toHaveCount(0)
})

test('the manifest names icons that are there', async ({ request }) => {
  const answer = await request.get('/manifest.webmanifest')
  const { icons } = (await answer.json()) as { icons: { src: string; sizes: string }[] }
  expect(icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
  for (const { src } of icons) {
    const icon = await request.get(src)
    expect(icon.headers()['content-type']).toBe('image/png')
  }
})
