// rule: dashboard, failures
import { expect } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../../server/demo/market/demo-people.ts'
import { answerWith } from '../../support/server/answer-with.ts'
import { logIn, test } from '../../support/journey.ts'
import { subscribedProfessional } from '../../support/paying.ts'

const CALL = '**/api/professional/dashboard/*'

type Json = Record<string, unknown>

test.describe('failures to load', () => {
  test.use({ expected: [/Failed to load resource/] })

  test('the dashboard says why it cannot be loaded, and loads with Try Again', async ({ page }) => {
    // Other journeys use the demo professionals. Their live events would load the dashboard again and again.
    await subscribedProfessional(page)
    const expectFailure = async (
      answer: { status: number; json?: Json; body?: string },
      text: string,
    ) => {
      await page.route(CALL, (route) => route.fulfill(answer))
      await page.goto('/dashboard')
      await expect(page.getByRole('alert')).toContainText(text)
      await page.unroute(CALL)
    }
    await test.step('a 404 says Professional account not found. Please contact support.', async () => {
      const detail = 'Professional account not found. Please contact support.'
      await expectFailure({ status: 404, json: { code: 'account_not_found', detail } }, detail)
    })
    await test.step('another refusal shows its own sentence', async () => {
      const detail = 'We are very busy right now. Please try again in a moment.'
      await expectFailure({ status: 503, json: { code: 'overloaded', detail } }, detail)
    })
    await test.step('a server error without a detail says Failed to load dashboard data. Please refresh.', async () => {
      const text = 'Failed to load dashboard data. Please refresh.'
      await expectFailure({ status: 502, body: '<h1>Bad gateway</h1>' }, text)
    })
    await test.step('without a connection it says Unable to connect to server. Please check your internet connection and try again.', async () => {
      await page.route(CALL, (route) => route.abort())
      await page.goto('/dashboard')
      await expect(page.getByRole('alert')).toContainText(
        'Unable to connect to server. Please check your internet connection and try again.',
      )
    })
    await test.step('the screen is titled Dashboard Error and has a Try Again button', async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard Error' })).toBeVisible()
      await page.unroute(CALL)
      await page.getByRole('button', { name: 'Try Again' }).click()
      await expect(page.getByLabel('Parts of the dashboard')).toBeVisible()
    })
  })
})

test.describe('render errors', () => {
  test.use({ expected: [/TypeError/] })

  test('a render error shows the crash screen with two buttons', async ({ page }) => {
    await answerWith(page, CALL, (answer: Json) => ({ ...answer, recent_bookings: null }))
    await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
    await page.goto('/dashboard')
    await test.step('it says Something went wrong and has Reload Page and Try Again', async () => {
      await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Reload Page' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
    })
    await test.step('Reload Page loads the page again, and Try Again renders it again', async () => {
      await page.getByRole('button', { name: 'Reload Page' }).click()
      await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
      await page.unrouteAll({ behavior: 'wait' })
      await page.getByRole('button', { name: 'Try Again' }).click()
      await expect(page.getByLabel('Parts of the dashboard')).toBeVisible()
    })
  })
})
