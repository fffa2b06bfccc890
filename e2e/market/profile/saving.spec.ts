// rule: profile-form-screen, profile-save
import { expect } from '@playwright/test'
import { FREQUENCIES } from '#contract/product.ts'
import { answerWith } from '../../support/server/answer-with.ts'
import { expectAccessible, logIn, test } from '../../support/journey.ts'
import {
  fillNewProfile,
  newProfessional,
  formFields,
  PASSWORD,
  photo,
  savedProfessional,
} from '../../support/profile-form.ts'
import { translationsIn } from '../../support/translations.ts'

const t = translationsIn('en')
const SAVE = '**/api/professional/profile/*'
const GALLERY = '**/api/professional/profile/*/image/gallery*'
const PORTRAIT = '**/api/professional/profile/*/image/profile'
const BROKEN = {
  status: 500,
  json: { detail: 'Something went wrong on our side. Please try again.', code: 'unexpected' },
}

// Playwright's recorder requests the previews that it sees. The other messages are caused on purpose.
test.use({ expected: [/'blob:.*connect-src|Failed to load resource/] })

// rule: profile-form-screen, activation
test('a new profile is saved, and the activation prompt opens', async ({ page }) => {
  const { id } = await newProfessional(page)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: t('dashboard:state.write_profile') }).click()
  await expect(page).toHaveURL(/\/dashboard\/profile$/)
  const fields = await fillNewProfile(page, t)
  await fields.consent.check()
  await fields.ssn.fill('219099999')
  await fields.gallery.setInputFiles([await photo('kitchen.jpg'), await photo('bath.jpg')])
  await fields.create.click()
  const prompt = page.getByRole('dialog', { name: 'Perfil Criado com Sucesso!' })

  await test.step('after a first save the activation prompt opens instead', async () => {
    await expect(prompt).toBeVisible()
  })
  await test.step("the prompt is titled 'Perfil Criado com Sucesso!', in Portuguese for everyone", async () => {
    await expect(prompt.getByText('Perfil Criado com Sucesso!')).toHaveAttribute('lang', 'pt')
    await expect(prompt.getByText('Profile created successfully!')).toBeVisible()
  })
  await test.step("the reader's language is large, and the Portuguese small below it, each in one line", async () => {
    const sizeOf = (text: string) =>
      prompt
        .getByText(text, { exact: true })
        .evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize))
    const pairs = [
      ['Profile created successfully!', 'Perfil Criado com Sucesso!'],
      ['Activate account - $19.90/month', 'Ativar Conta - $19,90/mês'],
      ['Activate later', 'Ativar Mais Tarde'],
    ] as const
    for (const [own, portuguese] of pairs) {
      expect(await sizeOf(portuguese)).toBeLessThan(await sizeOf(own))
      const [above, below] = await Promise.all(
        [own, portuguese].map((text) => prompt.getByText(text, { exact: true }).boundingBox()),
      )
      expect(below!.y).toBeGreaterThan(above!.y)
      expect(below!.height).toBeLessThan(28)
    }
  })
  await test.step('the prompt explains that the payment is simulated for testing, and made by a card provider in production', async () => {
    await expect(prompt.getByText(/the payment is simulated/)).toBeVisible()
    await expect(prompt.getByText(/card payment provider/)).toBeVisible()
    await expect(prompt).not.toContainText('pagamento é simulado')
  })
  await expectAccessible(page)
  await test.step("'Ativar Mais Tarde' closes the prompt without activating", async () => {
    await prompt.getByRole('button', { name: 'Ativar Mais Tarde' }).click()
    await expect(prompt).toHaveCount(0)
  })
  await test.step("after creating the screen reads 'Profile Created Successfully!' and 'Redirecting to your dashboard...'", async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Profile Created Successfully!',
    )
    await expect(page.getByText('Redirecting to your dashboard...')).toBeVisible()
  })
  await test.step("'Go to Dashboard Now' leads there at once", async () => {
    await page.getByRole('button', { name: 'Go to Dashboard Now' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })
  const saved = await page.request.get(`/api/professional/profile/${id}`)
  const { profile } = (await saved.json()) as { profile: Record<string, unknown> }
  expect(profile).toMatchObject({ full_name: 'Robin Journey', hourly_rate: 38.5 })
  expect(profile['service_areas']).toEqual(['02118'])
  expect(profile['gallery_images']).toHaveLength(2)
})

// rule: activation
test('the activation prompt leads to the payment of the first month', async ({ page, baseURL }) => {
  const { id } = await newProfessional(page)
  await page.goto('/dashboard/profile')
  const fields = await fillNewProfile(page, t)
  await fields.create.click()
  const prompt = page.getByRole('dialog', { name: 'Perfil Criado com Sucesso!' })
  const activate = prompt.getByRole('button', { name: 'Ativar Conta - $19,90/mês' })
  const call = `**/api/professional/activate/${id}`

  await test.step("the buttons are 'Ativar Conta - $19,90/mês' and 'Ativar Mais Tarde'", async () => {
    await expect(activate).toBeVisible()
    await expect(activate).toContainText('Activate account - $19.90/month')
    await expect(prompt.getByRole('button', { name: 'Ativar Mais Tarde' })).toBeVisible()
  })
  await test.step('it says that payment is simulated', async () => {
    await expect(prompt).toContainText('In this test phase the payment is simulated')
  })
  await test.step('after an activation error the modal stays open', async () => {
    await page.route(call, async (route) => route.fulfill(BROKEN))
    await activate.click()
    await expect(prompt.getByRole('alert')).toContainText('Activation failed')
    await expect(activate).toBeEnabled()
    await page.unroute(call)
  })
  const answered = Promise.withResolvers<void>()
  await page.route(call, async (route) => {
    await answered.promise
    await route.fulfill({
      json: {
        message: 'On to the payment',
        redirect_to_stripe: true,
        checkout_url: `${baseURL}/dashboard?payment=cancel`,
      },
    })
  })
  await test.step("while working the button shows 'Processando...'", async () => {
    await activate.click()
    const working = prompt.getByRole('button', { name: 'Processando...' })
    await expect(working).toBeDisabled()
    answered.resolve()
  })
  await test.step('activating sends the professional to the address of the payment', async () => {
    await expect(page).toHaveURL(/\/dashboard\?payment=cancel/)
  })
})

// rule: activation
test('with real payments the activation prompt does not say that payment is simulated', async ({
  page,
}) => {
  const { id } = await newProfessional(page)
  await answerWith<object>(page, `**/api/professional/leads-status/${id}`, (status) => ({
    ...status,
    payments_simulated: false,
  }))
  await page.goto('/dashboard/profile')
  const fields = await fillNewProfile(page, t)
  await fields.create.click()
  const prompt = page.getByRole('dialog', { name: 'Perfil Criado com Sucesso!' })
  await expect(prompt).toContainText('Pagamento seguro com cartão pela Stripe.')
  await expect(prompt).not.toContainText(/simulado|simulated/)
})

// rule: profile-form-screen, service-types
test('a professional edits a saved profile', async ({ page }) => {
  const { id } = await savedProfessional(page, 2)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  const fields = formFields(page, t)
  const often = (frequency: (typeof FREQUENCIES)[number]) =>
    page
      .getByRole('group', { name: t('profile:services.frequencies') })
      .getByLabel(t(`search:frequencies.${frequency}`), { exact: true })

  await test.step("the header reads 'Edit Profile' when editing, with a Cancel button", async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Profile')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goBack()
  })
  await test.step('the form starts with the saved values', async () => {
    await expect(fields.name).toHaveValue('Robin Journey')
    await expect(fields.rate).toHaveValue('40')
    await expect(fields.years).toHaveValue('5+')
    await expect(fields.service('deep')).toBeChecked()
    for (const frequency of FREQUENCIES) await expect(often(frequency)).toBeChecked()
    await expect(
      page.getByRole('list', { name: 'Chosen service areas' }).getByRole('listitem'),
    ).toHaveText(['78701', 'Austin, TX'])
  })
  await test.step('a saved gallery image is removed by a call', async () => {
    const [request] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'DELETE'),
      page.getByRole('button', { name: 'Remove photo 2' }).click(),
    ])
    expect(new URL(request.url()).searchParams.get('image_index')).toBe('1')
    await expect(page.getByText('1 of 5 photos')).toBeVisible()
  })
  await test.step("the submit button reads 'Update Profile' when editing", async () => {
    await expect(fields.update).toHaveText('Update Profile')
  })
  await page.clock.install()
  await fields.rate.fill('45')
  for (const frequency of ['one_time', 'biweekly'] as const) await often(frequency).uncheck()
  await fields.update.click()
  await test.step("after an edit the screen reads 'Profile Updated Successfully!'", async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Profile Updated Successfully!',
    )
    await expect(page.getByText('Redirecting to your dashboard...')).toBeVisible()
  })
  await test.step('after an edit the app goes to the dashboard by itself after 2.5 s', async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
    await expect(page).toHaveURL(/\/dashboard\/profile$/)
    await page.clock.runFor(2000)
    await expect(page).toHaveURL(/\/dashboard$/)
  })
  await test.step('only the frequencies that stayed chosen are saved', async () => {
    const saved = await page.request.get(`/api/professional/profile/${id}`)
    const { profile } = (await saved.json()) as { profile: { frequencies_offered: string[] } }
    expect(profile.frequencies_offered.toSorted()).toEqual(['monthly', 'weekly'])
  })
})

test('what was typed survives a failed save, a lost connection and a reload', async ({ page }) => {
  await newProfessional(page)
  await page.goto('/dashboard/profile')
  const fields = await fillNewProfile(page, t)
  await fields.consent.check()
  await fields.ssn.fill('219098888')
  await fields.gallery.setInputFiles(await photo('kitchen.jpg'))

  await test.step("a server error without a sentence shows 'Failed to save profile. Please try again.'", async () => {
    await page.route(SAVE, async (route) => route.fulfill(BROKEN))
    await fields.create.click()
    await expect(page.getByRole('alert')).toHaveText('Failed to save profile. Please try again.')
    await page.unroute(SAVE)
  })
  // rule: failures
  await test.step('the sentence of an answer without a code is shown', async () => {
    const detail = 'The form is too long for this proxy.'
    await page.route(SAVE, async (route) => route.fulfill({ status: 400, json: { detail } }))
    await fields.create.click()
    await expect(page.getByRole('alert')).toContainText(detail)
    await page.unroute(SAVE)
  })
  await test.step('a refusal shows its own sentence', async () => {
    const detail = 'We are very busy right now. Please try again in a moment.'
    await page.route(SAVE, async (route) =>
      route.fulfill({ status: 503, json: { detail, code: 'overloaded' } }),
    )
    await fields.create.click()
    await expect(page.getByRole('alert')).toHaveText(detail)
    await page.unroute(SAVE)
  })
  // rule: ssn-unique, contact-page
  await test.step("when another number was verified meanwhile, 'contact support' at the field leads there", async () => {
    const detail =
      "Your number is verified and can't be changed. If it's wrong, please contact support."
    await page.route(SAVE, async (route) =>
      route.fulfill({ status: 409, json: { detail, code: 'ssn_verified' } }),
    )
    await fields.create.click()
    await expect(fields.ssn).toHaveAccessibleDescription(new RegExp(detail))
    const support = page.getByRole('main').getByRole('link', { name: 'contact support' })
    await expect(support).toHaveAttribute('href', '/contact')
    await page.unroute(SAVE)
  })
  await test.step("a network failure shows 'Failed to save profile. Please check your connection and try again.'", async () => {
    await page.route(SAVE, async (route) => route.abort('internetdisconnected'))
    await fields.create.click()
    await expect(page.getByRole('alert')).toHaveText(
      'Failed to save profile. Please check your connection and try again.',
    )
    await page.unroute(SAVE)
  })
  await test.step('after a failed save everything that was typed and chosen is still there', async () => {
    await expect(fields.name).toHaveValue('Robin Journey')
    await expect(fields.ssn).toHaveValue('219-09-8888')
    await expect(page.getByText('1 of 5 photos')).toBeVisible()
  })
  await test.step('a reload restores what was typed and names the photos to choose again; the number is not stored', async () => {
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(stored).toContain('Robin Journey')
    expect(stored).not.toMatch(/219-?09-?8888/)
    await page.reload()
    await expect(fields.name).toHaveValue('Robin Journey')
    await expect(fields.rate).toHaveValue('38.50')
    await expect(fields.service('deep')).toBeChecked()
    await expect(page.getByText('Please choose these again: me.jpg, kitchen.jpg')).toBeVisible()
    await fields.consent.check()
    await expect(fields.ssn).toHaveValue('')
  })
  await fields.portrait.setInputFiles(await photo('me.jpg'))
  await fields.create.click()
  await page.getByRole('button', { name: 'Ativar Mais Tarde' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(stored).not.toContain('38.50')
})

// rule: profile-form-screen, user-storage
test('logout deletes the unsaved profile', async ({ page }) => {
  await newProfessional(page)
  await page.goto('/dashboard/profile')
  await formFields(page, t).bio.fill('Only half a sentence')
  await page.goto('/dashboard')
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('app:logout') })
    .click()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('half')
})

test('failed reads and failed photo removals show their exact sentences', async ({ page }) => {
  await savedProfessional(page, 1)
  await test.step("without the service types the form shows 'Failed to load service types. Please refresh the page.'", async () => {
    await page.route('**/api/service-types', async (route) => route.fulfill(BROKEN))
    await page.goto('/dashboard/profile')
    await expect(
      page.getByText('Failed to load service types. Please refresh the page.'),
    ).toBeVisible()
    await page.unroute('**/api/service-types')
    await page.getByRole('button', { name: t('search:again') }).click()
    await expect(formFields(page, t).service('deep')).toBeChecked()
  })
  const fail = async (route: { abort(): Promise<void> }) => route.abort()
  const failures = [
    [GALLERY, 'Remove photo 1', 'gallery'],
    [PORTRAIT, 'Remove photo', 'profile'],
  ] as const
  for (const [call, button, kind] of failures) {
    const remove = page.getByRole('button', { name: button, exact: true })
    await test.step(`after a server error the form shows 'Failed to delete ${kind} image. Please try again.'`, async () => {
      await page.route(call, async (route) => route.fulfill(BROKEN))
      await remove.click()
      await expect(
        page.getByText(`Failed to delete ${kind} image. Please try again.`),
      ).toBeVisible()
      await page.unroute(call)
    })
    await test.step(`after a network failure the form shows 'Error deleting ${kind} image. Please check your connection.'`, async () => {
      await page.route(call, fail)
      await remove.click()
      await expect(
        page.getByText(`Error deleting ${kind} image. Please check your connection.`),
      ).toBeVisible()
      await page.unroute(call)
    })
  }
})

// rule: edit-conflict
test('an edit on two devices shows what changed, and overwrites nothing unseen', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  const { email } = await savedProfessional(page)
  await page.goto('/dashboard/profile')
  const thisForm = formFields(page, t)
  await thisForm.rate.fill('50')

  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  await watch(context)
  const other = await context.newPage()
  await logIn(other, email, PASSWORD)
  await other.goto('/dashboard/profile')
  const otherForm = formFields(other, t)
  await otherForm.rate.fill('60')
  await otherForm.bio.fill('Written on the other device.')
  await otherForm.update.click()
  await expect(other.getByText('Profile Updated Successfully!')).toBeVisible()
  await context.close()

  await thisForm.update.click()
  await expect(page.getByText(/was changed on another device/)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Hourly rate: 60' })).toContainText(
    t('profile:conflict.also_here'),
  )
  await expect(thisForm.bio).toHaveValue('Written on the other device.')
  await expect(thisForm.rate).toHaveValue('50')
  await thisForm.update.click()
  await expect(page.getByText('Profile Updated Successfully!')).toBeVisible()
})
