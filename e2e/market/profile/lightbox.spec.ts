// rule: accessibility, profile-content
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { test } from '../../support/journey.ts'

const GRACE = '/professional/grace-walker'

const lightbox = (page: Page) => page.getByRole('dialog', { name: 'Photos' })
const project = (page: Page, number: number) =>
  page
    .getByRole('region', { name: 'Before & After Projects' })
    .getByRole('button', { name: `See photo ${number} of 5` })

test('a visitor looks through the photos with the keyboard and the mouse', async ({ page }) => {
  await page.goto(GRACE)
  await project(page, 2).press('Enter')

  await test.step('the lightbox fills the screen', async () => {
    const { width, height } = (await lightbox(page).boundingBox()) ?? {}
    const screen = page.viewportSize()
    expect(width).toBeGreaterThan((screen?.width ?? 0) - 20)
    expect(height).toBe(screen?.height)
  })
  await test.step('the counter shows {i} of {n}', async () => {
    await expect(lightbox(page).getByText('2 of 5', { exact: true })).toBeVisible()
  })
  await test.step('the left and right arrow keys navigate and wrap around', async () => {
    await page.keyboard.press('ArrowLeft')
    await expect(lightbox(page).getByText('1 of 5', { exact: true })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(lightbox(page).getByText('5 of 5', { exact: true })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(lightbox(page).getByText('1 of 5', { exact: true })).toBeVisible()
  })
  await test.step('the buttons navigate and wrap around', async () => {
    await lightbox(page).getByRole('button', { name: 'Previous photo' }).click()
    await expect(lightbox(page).getByText('5 of 5', { exact: true })).toBeVisible()
    await lightbox(page).getByRole('button', { name: 'Next photo' }).click()
    await expect(lightbox(page).getByText('1 of 5', { exact: true })).toBeVisible()
    await lightbox(page).getByRole('button', { name: 'Next photo' }).click()
    await expect(
      lightbox(page).getByAltText('Work by Grace Walker Cleaning, photo 2'),
    ).toBeVisible()
  })
  await test.step('the focus stays in the lightbox', async () => {
    for (let tab = 0; tab < 8; tab++) {
      await page.keyboard.press('Tab')
      const outside = await page.evaluate(
        () =>
          document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
      )
      expect(outside).toBe(false)
    }
  })
  await test.step('Escape closes it, and the focus returns to the photo', async () => {
    await page.keyboard.press('Escape')
    await expect(lightbox(page)).toHaveCount(0)
    await expect(project(page, 2)).toBeFocused()
  })
  await test.step('the close button closes it', async () => {
    await project(page, 3).click()
    await lightbox(page).getByRole('button', { name: 'Close' }).click()
    await expect(lightbox(page)).toHaveCount(0)
    await expect(project(page, 3)).toBeFocused()
  })
  await test.step('a click beside the picture closes it, a click on the picture does not', async () => {
    await project(page, 4).click()
    await lightbox(page).getByRole('img').click()
    await expect(lightbox(page)).toBeVisible()
    await lightbox(page).click({ position: { x: 20, y: 120 } })
    await expect(lightbox(page)).toHaveCount(0)
  })
  await test.step('it opens at the photo that was pressed', async () => {
    await project(page, 5).click()
    await expect(lightbox(page).getByText('5 of 5', { exact: true })).toBeVisible()
  })
})

test('a single picture has no arrows', async ({ page }) => {
  await page.goto(GRACE)
  await page.getByRole('button', { name: 'See the portrait of Grace Walker Cleaning' }).click()
  await expect(lightbox(page).getByText('1 of 1', { exact: true })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(lightbox(page).getByText('1 of 1', { exact: true })).toBeVisible()
  await expect(lightbox(page).getByRole('button')).toHaveCount(1)
})

test.describe('when pictures cannot be loaded', () => {
  test.use({ expected: [/Failed to load resource/] })

  // rule: layout-stability
  test('a picture that cannot be loaded is replaced by a placeholder with the text Image not available', async ({
    page,
  }) => {
    await page.goto(GRACE)
    await project(page, 1).scrollIntoViewIfNeeded()
    await page.route('**/api/uploads/**', (route) => route.abort())
    await project(page, 1).click()
    const placeholder = lightbox(page).getByAltText('Image not available')
    await expect(placeholder).toBeVisible()
    await expect(placeholder).toHaveAttribute('src', '/drawings/no-picture.svg')
    await page.unroute('**/api/uploads/**')
    await page.keyboard.press('ArrowRight')
    await expect(lightbox(page).getByAltText(/photo 2$/)).toBeVisible()
  })
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a swipe shows the next or the previous picture, and wraps around', async ({ page }) => {
    await page.goto(GRACE)
    await project(page, 1).tap()
    await expect(lightbox(page).getByText('1 of 5', { exact: true })).toBeVisible()
    await swipe(page, 300, 60)
    await expect(lightbox(page).getByText('2 of 5', { exact: true })).toBeVisible()
    await swipe(page, 60, 300)
    await swipe(page, 60, 300)
    await expect(lightbox(page).getByText('5 of 5', { exact: true })).toBeVisible()
    await expect(lightbox(page)).toBeVisible()
  })
})

/** Moves one finger across the screen, by touch events of the browser itself. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touchAt = (x: number) => ({ touchPoints: [{ x, y: 400 }] })
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', ...touchAt(from) })
  for (const part of [0.25, 0.5, 0.75, 1]) {
    const x = from + (to - from) * part
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', ...touchAt(x) })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}
