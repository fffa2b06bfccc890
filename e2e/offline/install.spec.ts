// rule: install-button
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible, test } from '../support/journey.ts'
import { controlsUnderFloats } from '../support/measure.ts'
import { newClient } from '../support/new-client.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')
const TAB_STOPS_MAX = 300
const PLATFORMS = {
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
  android: 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140 Mobile',
  other: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140',
} as const

for (const platform of ['ios', 'android', 'other'] as const) {
  test.describe(platform, () => {
    test.use({ userAgent: PLATFORMS[platform] })

    test(`the install button opens the instructions for ${platform}, and a dismissal holds for the session`, async ({
      page,
    }) => {
      await page.goto('/')
      const open = page.getByRole('button', { name: t('app:install.open') })
      await open.click()
      const dialog = page.getByRole('dialog', { name: t('install:title') })
      await test.step('the install button opens instructions', async () => {
        await expect(dialog.getByText(t(`install:${platform}.step_2`))).toBeVisible()
        await expectAccessible(page)
      })
      await test.step('the instructions have the three steps of this platform', async () => {
        for (const step of ['step_1', 'step_2', 'step_3'] as const) {
          await expect(dialog.getByText(t(`install:${platform}.${step}`))).toBeVisible()
        }
      })
      await page.keyboard.press('Escape')
      await test.step('after a dismissal the button stays hidden, also after a reload', async () => {
        await page.getByRole('button', { name: t('app:install.dismiss') }).click()
        await expect(open).toHaveCount(0)
        await page.reload()
        await expect(page.getByRole('contentinfo')).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expect(open).toHaveCount(0)
      })
      await test.step('the dismissal is stored in session storage, so another tab shows the button', async () => {
        const isStored = () => Object.keys(sessionStorage).some((key) => key.includes('install'))
        expect(await page.evaluate(isStored)).toBe(true)
        const otherTab = await page.context().newPage()
        await otherTab.goto('/')
        await expect(otherTab.getByRole('button', { name: t('app:install.open') })).toBeVisible()
      })
    })
  })
}

test('the install button stays on the screen until the app is installed', async ({ page }) => {
  await page.goto('/')
  const open = page.getByRole('button', { name: t('app:install.open') })
  await test.step('the button stays on the screen while the page scrolls', async () => {
    await expect(open).toBeInViewport()
    await page.keyboard.press('End')
    await expect(open).toBeInViewport()
  })
  await test.step('after the installation the button is hidden', async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')))
    await expect(open).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(open).toHaveCount(0)
  })
  await test.step('the button returns when the browser offers the installation again', async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt')))
    await expect(open).toBeVisible()
  })
})

test('the install button has one line, and is a round icon while something is filled in or scrolled', async ({
  page,
}) => {
  const open = page.getByRole('button', { name: t('app:install.open') })
  // Before the listener that places the button: those of the window run in the order in which they were added.
  await page.addInitScript(() =>
    window.addEventListener('resize', () => {
      const right = document.querySelector('.install-float')?.getBoundingClientRect().right ?? 0
      const root = document.documentElement
      root.dataset['onResize'] = `${window.innerWidth}: ${right <= root.clientWidth}`
    }),
  )
  const height = () => open.evaluate((button) => button.getBoundingClientRect().height)
  const width = () => open.evaluate((button) => button.getBoundingClientRect().width)
  for (const size of [390, 768, 1440]) {
    await page.setViewportSize({ width: size, height: 800 })
    await page.goto('/register')
    await expect.poll(height).toBe(44)
    expect(await width()).toBeGreaterThan(80)
    await page.getByRole('textbox').first().focus()
    await expect.poll(width).toBe(44)
    await expect.poll(() => page.evaluate(controlsUnderFloats)).toEqual([])
    await page.getByRole('heading', { level: 1 }).click()
    await expect.poll(width).toBeGreaterThan(80)
  }
  await test.step('text that becomes longer, as in another language, stays in the window', async () => {
    const left = () => open.evaluate((button) => button.getBoundingClientRect().left)
    await page.setViewportSize({ width: 320, height: 800 })
    await page.evaluate(() => {
      const control = document.createElement('button')
      control.setAttribute('popover', 'manual')
      Object.assign(control.style, {
        inset: '0 auto 0 0',
        margin: '0',
        width: '90px',
        height: '100vh',
      })
      document.body.append(control)
      control.showPopover()
    })
    await expect.poll(left).toBeGreaterThan(90)
    const right = await open.evaluate(async (button) => {
      for (const node of button.childNodes) if (node.nodeType === 3) node.nodeValue += ' on phone'
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      return button.closest('aside')!.getBoundingClientRect().right
    })
    expect(right).toBeLessThanOrEqual(320)
    await test.step('a narrower window cuts off nothing before the button is placed anew', async () => {
      await page.setViewportSize({ width: 300, height: 800 })
      await expect(page.locator('html')).toHaveAttribute('data-on-resize', '300: true')
    })
  })
  await page.setViewportSize({ width: 390, height: 600 })
  await page.mouse.wheel(0, 300)
  await expect.poll(width).toBe(44)
  await expect(open).toHaveAccessibleName(t('app:install.open'))
})

/** Presses Tab until the focus is on the install button. */
async function tabToInstall(page: Page): Promise<void> {
  const open = page.getByRole('button', { name: t('app:install.open') })
  await expect(open).toBeAttached()
  await page.waitForLoadState('networkidle')
  const isFocused = () => open.evaluate((button) => button === document.activeElement)
  for (let presses = 0; presses < TAB_STOPS_MAX; presses++) {
    await page.keyboard.press('Tab')
    if (await isFocused()) return
  }
  throw new Error(`The install button is not among the first ${TAB_STOPS_MAX} stops.`)
}

/** Expects that what has the focus is in the window and uncovered: its own point answers to the mouse. */
const expectFocusSeen = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const { left, top, width, height } = document.activeElement!.getBoundingClientRect()
        const { opacity } = getComputedStyle(document.activeElement!.closest('aside')!)
        const above = document.elementFromPoint(left + width / 2, top + height / 2)
        return width >= 44 && opacity === '1' && document.activeElement!.contains(above)
      }),
    )
    .toBe(true)

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`the Tab key alone reaches the install button and its 'Not now', and Enter presses them, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    const open = page.getByRole('button', { name: t('app:install.open') })
    const dismiss = page.getByRole('button', { name: t('app:install.dismiss') })
    for (const path of ['/', '/search?zip_code=78701', '/marketplace']) {
      await test.step(path, async () => {
        if (path === '/marketplace') await newClient(page)
        await page.goto(path)
        await page.evaluate(() => sessionStorage.clear())
        await page.reload()
        await tabToInstall(page)
        await expectFocusSeen(page)
        await page.keyboard.press('Enter')
        await expect(page.getByRole('dialog', { name: t('install:title') })).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(open).toBeFocused()
        await page.keyboard.press('Tab')
        await expect(dismiss).toBeFocused()
        await expectFocusSeen(page)
        await page.keyboard.press('Enter')
        await expect(open).toHaveCount(0)
      })
    }
  })

test('in the installed app the button is hidden', async ({ page }) => {
  // An iPhone sets this property. Other browsers have a display mode, which a test cannot set.
  await page.addInitScript(() => Object.assign(navigator, { standalone: true }))
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('button', { name: t('app:install.open') })).toHaveCount(0)
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
