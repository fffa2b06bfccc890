// rule: ssn-rules
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { answerWith } from '../support/server/answer-with.ts'
import { claimNow } from '../support/claims.ts'
import { expectAccessible, logIn, test } from '../support/journey.ts'
import { fillNewProfile, newProfessional, savedProfessional } from '../support/profile-form.ts'
import { translationsIn } from '../support/translations.ts'

const CALL = '**/api/professional/update-profile'
const FAILED = /Failed to load resource/
const en = translationsIn('en')

let lastSsn = 400_000_000 + Math.floor(Math.random() * 90_000) * 1000
/** A valid number that no test has used before. */
function newSsn(): string {
  lastSsn += 10_101
  return /^\d{3}00|0000$/.test(String(lastSsn)) ? newSsn() : String(lastSsn)
}

const dialogIn = (page: Page) => page.getByRole('dialog', { name: 'Get a background check' })
const field = (page: Page) => dialogIn(page).getByLabel('Social Security Number', { exact: true })
const sendIn = (page: Page) => dialogIn(page).getByRole('button', { name: 'Send for verification' })

/** Opens the dashboard's dialog and gives the consent. */
async function openSsnField(page: Page) {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Get verified' }).click()
  await dialogIn(page).getByLabel('I agree that my background is checked').check()
  await expect(field(page)).toBeVisible()
}

// rule: claims
test('60% more bookings are claimed while the claim is on', async ({ page }) => {
  await savedProfessional(page)
  await answerWith(page, '**/api/claims', ({ claims }: { claims: object[] }) => ({
    claims: claims.map((claim) => ({ ...claim, enabled: true, measured: { value: 72 } })),
  }))
  await page.goto('/dashboard')
  const prompt = page.getByRole('region', { name: 'Get your verified badge' })
  await expect(prompt).toContainText(
    'A verified badge brings 60% more bookings. We measured 72% more.',
  )
})

// rule: ssn-rules, ssn-secrecy, verification-states
test('a professional gives their number and is verified', async ({ page }) => {
  const { id } = await savedProfessional(page)
  await page.goto('/dashboard')
  const prompt = page.getByRole('region', { name: 'Get your verified badge' })
  await test.step('a professional without a number is prompted to verify', async () => {
    await expect(prompt).toBeVisible()
  })
  // rule: claims
  await test.step('60% more bookings are not claimed, because badges bring fewer in this world', async () => {
    const { measured, enabled } = await claimNow(page, 'more_bookings')
    expect(measured!.value).toBeLessThan(60)
    expect(enabled).toBe(false)
    await expect(prompt).toContainText('Have your background checked once')
    await expect(prompt).not.toContainText('60%')
  })
  await prompt.getByRole('link', { name: 'Get verified' }).press('Enter')
  await test.step('the number can be typed only after the consent', async () => {
    await expect(field(page)).toHaveCount(0)
    await expect(dialogIn(page)).toContainText('erased within a day after the check is decided')
    await expect(page.getByLabel('I agree that my background is checked')).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await expect(field(page)).toBeFocused()
    await expectAccessible(page)
  })
  await test.step("an empty number shows 'Please enter your Social Security Number'", async () => {
    await sendIn(page).click()
    await expect(field(page)).toHaveAccessibleDescription(
      /^Please enter your Social Security Number/,
    )
    await expect(field(page)).toBeFocused()
  })
  await test.step('the field accepts digits only, formatted 3-2-4', async () => {
    await field(page).pressSequentially('a6b6 6-12x')
    await expect(field(page)).toHaveValue('666-12')
    await field(page).pressSequentially('123499')
    await expect(field(page)).toHaveValue('666-12-1234')
  })
  await test.step("an invalid number shows 'Please enter a valid Social Security Number (XXX-XX-XXXX format)'", async () => {
    await sendIn(page).click()
    await expect(field(page)).toHaveAccessibleDescription(
      /^Please enter a valid Social Security Number \(XXX-XX-XXXX format\)/,
    )
  })
  const ssn = newSsn()
  await page.clock.install()
  await test.step('only digits are sent, with the version of the consent', async () => {
    await field(page).fill(ssn)
    const [request] = await Promise.all([page.waitForRequest(CALL), sendIn(page).click()])
    expect(request.method()).toBe('PUT')
    expect(request.postDataJSON()).toEqual({
      user_id: id,
      social_security_number: ssn,
      consent_version: expect.any(String),
    })
  })
  const verified = page.getByRole('status', { name: 'Congratulations, you are verified!' })
  await test.step('an immediate verification shows the congratulation', async () => {
    await expect(dialogIn(page)).toHaveCount(0)
    await expect(prompt).toHaveCount(0)
    await page.clock.fastForward(5000)
    await expect(verified).toBeVisible()
  })
  await test.step('the congratulation disappears after 7 s and is remembered per user', async () => {
    await page.clock.fastForward(7000)
    await expect(verified).toHaveCount(0)
    const flags = await page.evaluate(() => Object.keys({ ...localStorage }))
    expect(flags).toContain(`lustra.verification-seen.${id}`)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await expect(verified).toHaveCount(0)
  })
  await test.step('the number is stored nowhere in the browser and appears on no page', async () => {
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    const secret = new RegExp(ssn.replace(/^(\d{3})(\d\d)/, '$1-?$2-?'))
    expect(stored).not.toMatch(secret)
    for (const path of ['/dashboard', '/dashboard/profile']) {
      expect(await (await page.request.get(path)).text()).not.toMatch(secret)
    }
    await page.goto('/dashboard/profile')
    await expect(
      page.getByText(`Your number ending in ${ssn.slice(-4)} is verified and can't be replaced.`),
    ).toBeVisible()
    await expect(page.getByLabel('I agree that my background is checked')).toHaveCount(0)
    expect(await page.content()).not.toMatch(secret)
  })
})

// rule: ssn-unique
test('the profile form has no empty section for a check that was approved without a number', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('heading', { name: en('profile:gallery.title') })).toBeVisible()
  await expect(page.getByRole('heading', { name: en('profile:verification.title') })).toHaveCount(0)
})

// rule: badges
test('the public profile explains what was checked and when, and that it was simulated', async ({
  page,
}) => {
  await page.goto(`/professional/${DEMO_PEOPLE.grace.slug}`)
  const overview = page.getByRole('region', { name: 'Overview' })
  await expect(overview).toContainText(
    /Demo check on [A-Z][a-z]{2} \d{1,2}, \d{4}: only the format/,
  )
  await overview.getByText('Background check', { exact: true }).click()
  await expectAccessible(page)
  await overview.getByRole('button', { name: 'What was checked' }).click()
  const dialog = page.getByRole('dialog', { name: 'Background check' })
  for (const text of ['By whom', 'Valid until', 'Covers Grace alone', 'Simulated in this'])
    await expect(dialog).toContainText(text)
  await expectAccessible(page)
})

// rule: ssn-rules, verification-states
test('a number that only an operator can check stays pending', async ({ page }) => {
  await savedProfessional(page)
  await openSsnField(page)
  await field(page).fill(`9${newSsn().slice(1)}`)
  await sendIn(page).click()
  await test.step('after the submission a banner shows that the verification is pending', async () => {
    await expect(
      page.getByRole('region', { name: 'Your verification is in progress' }),
    ).toBeVisible()
    await expect(page.getByText('We have your number.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Get verified' })).toHaveCount(0)
  })
})

test.describe('a refused submission', () => {
  test.use({ expected: [FAILED] })

  test('a refused number shows the sentence of the refusal, and stays in the field', async ({
    page,
    browser,
    watch,
  }) => {
    const ssn = newSsn()
    const other = await browser.newContext()
    await watch(other)
    const otherPage = await other.newPage()
    const { id } = await savedProfessional(otherPage)
    const taken = await otherPage.request.put('/api/professional/update-profile', {
      data: { user_id: id, social_security_number: ssn },
    })
    expect(taken.ok()).toBe(true)
    await other.close()

    await savedProfessional(page)
    await openSsnField(page)
    await field(page).fill(ssn)
    await test.step("another professional’s number shows 'This SSN is already registered.'", async () => {
      await sendIn(page).click()
      await expect(field(page)).toHaveAccessibleDescription(/^This SSN is already registered\./)
    })
    const refused = async (status: number, code: string) => {
      await page.route(CALL, (route) => route.fulfill({ status, json: { detail: 'No.', code } }))
      await sendIn(page).click()
    }
    const alert = dialogIn(page).getByRole('alert')
    await test.step("a number that the server finds invalid shows 'SSN validation failed. Please check the format.'", async () => {
      await refused(422, 'ssn_invalid')
      await expect(field(page)).toHaveAccessibleDescription(
        /^SSN validation failed\. Please check the format\./,
      )
    })
    // rule: ssn-unique, contact-page
    await test.step("when another number was verified meanwhile, 'contact support' leads there", async () => {
      await refused(409, 'ssn_verified')
      await expect(field(page)).toHaveAccessibleDescription(
        /^Your number is verified and can't be changed\. If it's wrong, please contact support\./,
      )
      const support = dialogIn(page).getByRole('link', { name: 'contact support' })
      await expect(support).toHaveAttribute('href', '/contact')
      await expectAccessible(page)
    })
    await test.step("any other invalid input shows 'Validation error.'", async () => {
      await refused(422, 'consent_outdated')
      await expect(alert.getByText('Validation error.', { exact: true })).toBeVisible()
    })
    await test.step("a failed submission shows 'SSN submission failed...'", async () => {
      await refused(500, 'unexpected')
      await expect(alert.getByText('SSN submission failed...', { exact: true })).toBeVisible()
      await refused(429, 'too_many_requests')
      await expect(alert).toContainText('three times a day')
      await page.route(CALL, (route) => route.abort('internetdisconnected'))
      await sendIn(page).click()
      await expect(alert).toContainText('check your connection')
      await expect(alert.getByText('SSN submission failed...', { exact: true })).toBeVisible()
    })
    await expect(field(page)).toHaveValue(ssn.replace(/^(\d{3})(\d\d)/, '$1-$2-'))
    await expectAccessible(page)
    await page.getByLabel('I agree that my background is checked').uncheck()
    await page.getByLabel('I agree that my background is checked').check()
    await expect(field(page)).toHaveValue('')
  })
})

// rule: ssn-rules, badges
test('the profile form asks for consent and takes the number; the public profile explains the check', async ({
  page,
}) => {
  const { id } = await newProfessional(page)
  await page.goto('/dashboard/profile')
  const fields = await fillNewProfile(page, en)
  await test.step('the number can be typed only after the consent', async () => {
    await expect(fields.ssn).toHaveCount(0)
    await fields.consent.check()
  })
  await fields.ssn.fill(newSsn())
  await fields.create.click()
  await page.getByRole('button', { name: 'Ativar Mais Tarde' }).click()
  await test.step('a number in the profile form is verified as well', async () => {
    const answer = await page.request.get(`/api/professional/dashboard/${id}`)
    const { verification_status, isBackgroundCheckVerified } = await answer.json()
    expect([verification_status, isBackgroundCheckVerified]).toEqual(['verified', true])
  })
  await test.step('the public profile returns when the check was, and that it was simulated', async () => {
    const answer = await page.request.get(`/api/professional/public-view/${id}`)
    const { professional } = await answer.json()
    expect(professional.background_check).toEqual({
      checked_at: expect.any(String),
      simulated: true,
    })
  })
})
