// rule: accessibility
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { VIEWS } from '../../web/src/router/views.ts'
import { logIn, test } from '../support/journey.ts'
import { overflowingElements } from '../support/measure.ts'
import { newClient } from '../support/new-client.ts'
import { subscribedProfessional } from '../support/paying.ts'

// A page of a visitor, opened by somebody who is signed in, or without its link, asks for what is refused.
test.use({ viewport: { width: 390, height: 844 }, expected: [/Failed to load resource/] })

/** Public pages that need something in their address. */
const EXAMPLES = [
  '/search?zip_code=78701',
  '/professional/grace-walker',
  '/house-cleaning/tx',
  '/house-cleaning/tx/austin',
  '/help/booking',
]
const PUBLIC = [...pathsOf('anyone'), ...EXAMPLES]

function pathsOf(...guards: string[]): string[] {
  return VIEWS.filter(({ guard }) => guards.includes(guard))
    .flatMap(({ paths }) => paths)
    .filter((path) => !path.includes(':'))
}

/** Expects that nothing of these screens is wider than the window, with text of twice the size too. */
async function expectNarrow(page: Page, paths: readonly string[]): Promise<void> {
  expect(paths.length).toBeGreaterThan(3)
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeAttached()
    await page.waitForLoadState('networkidle')
    expect.soft(await page.evaluate(overflowingElements), path).toEqual([])
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect.soft(await page.evaluate(overflowingElements), `${path} with large text`).toEqual([])
  }
}

test('no screen of a visitor is wider than a phone, with large text too', async ({ page }) => {
  test.setTimeout(120_000)
  await expectNarrow(page, [...pathsOf('visitor'), ...PUBLIC])
})

test('no screen of a client whose email is not proved is wider than a phone, with large text too', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await newClient(page)
  await expectNarrow(page, pathsOf('client', 'user'))
})

test('no screen of a client with many visits is wider than a phone, with large text too', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await expectNarrow(page, pathsOf('client', 'user'))
})

test('no screen of a professional whose email is not proved is wider than a phone, with large text too', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await subscribedProfessional(page)
  await expectNarrow(page, pathsOf('professional', 'user'))
})

test('no screen of a professional with many visits is wider than a phone, with large text too', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  await expectNarrow(page, pathsOf('professional', 'user'))
})
