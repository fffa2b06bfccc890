import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible, logIn, test } from '../support/journey.ts'
import {
  fileOf,
  grainyPhoto,
  newProfessional,
  partsOf,
  PASSWORD,
  photo,
  savedProfessional,
} from '../support/profile-form.ts'
import { wordsIn } from '../support/words.ts'

const t = wordsIn('en')
const SAVE = '**/api/professional/profile/*'
const GALLERY = '**/api/professional/profile/*/image/gallery*'
const PORTRAIT = '**/api/professional/profile/*/image/profile'
const BROKEN = {
  status: 500,
  json: { detail: 'Something went wrong on our side. Please try again.', code: 'unexpected' },
}

// Playwright's own recorder asks for the previews that it sees; the rest is brought about on purpose.
test.use({ expected: [/'blob:.*connect-src|Failed to load resource/] })

/** Writes a whole new profile into the form. */
async function write(page: Page) {
  const parts = partsOf(page, t)
  await parts.portrait.setInputFiles(await photo('me.jpg'))
  await parts.name.fill('Robin Journey')
  await parts.bio.fill('Careful, on time, with my own supplies.')
  await parts.rate.fill('38.50')
  await parts.service('deep').check()
  await parts.areas.fill('02118')
  await parts.place(/02118/).click()
  return parts
}

test('a new profile is saved, and its activation offered', async ({ page }) => {
  const { id } = await newProfessional(page)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: t('dashboard:state.write_profile') }).click()
  await expect(page).toHaveURL(/\/dashboard\/profile$/)
  const parts = await write(page)
  await parts.consent.check()
  await parts.ssn.fill('219099999')
  await parts.gallery.setInputFiles([await photo('kitchen.jpg'), await photo('bath.jpg')])
  await parts.create.click()
  const prompt = page.getByRole('dialog', { name: 'Perfil Criado com Sucesso!' })

  await test.step('P 4: after creating a new profile the activation prompt opens instead', async () => {
    await expect(prompt).toBeVisible()
  })
  await test.step("P 2.2: the prompt is titled 'Perfil Criado com Sucesso!', in Portuguese for everyone", async () => {
    await expect(prompt.getByText('Perfil Criado com Sucesso!')).toHaveAttribute('lang', 'pt')
    await expect(prompt.getByText('Profile created successfully!')).toBeVisible()
  })
  await test.step('P 1: the prompt says that the payment is simulated for testing and comes from a card provider in production', async () => {
    await expect(prompt.getByText(/o pagamento é simulado/)).toBeVisible()
    await expect(prompt.getByText(/provedor de pagamento com cartão/)).toBeVisible()
  })
  await expectAccessible(page)
  await test.step("P 2.2: 'Ativar Mais Tarde' closes the prompt without activating", async () => {
    await prompt.getByRole('button', { name: 'Ativar Mais Tarde' }).click()
    await expect(prompt).toHaveCount(0)
  })
  await test.step("P 2.1: after creating the screen reads 'Profile Created Successfully!' and 'Redirecting to your dashboard...'", async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Profile Created Successfully!',
    )
    await expect(page.getByText('Redirecting to your dashboard...')).toBeVisible()
  })
  await test.step("P 2.1: 'Go to Dashboard Now' leads there at once", async () => {
    await page.getByRole('button', { name: 'Go to Dashboard Now' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })
  const saved = await page.request.get(`/api/professional/profile/${id}`)
  const { profile } = (await saved.json()) as { profile: Record<string, unknown> }
  expect(profile).toMatchObject({ full_name: 'Robin Journey', hourly_rate: 38.5 })
  expect(profile['service_areas']).toEqual(['02118'])
  expect(profile['gallery_images']).toHaveLength(2)
})

test('the activation prompt leads to where the first month is paid', async ({ page, baseURL }) => {
  const { id } = await newProfessional(page)
  await page.goto('/dashboard/profile')
  const parts = await write(page)
  await parts.create.click()
  const prompt = page.getByRole('dialog', { name: 'Perfil Criado com Sucesso!' })
  const activate = prompt.getByRole('button', { name: 'Ativar Conta - $19,90/mês' })
  const call = `**/api/professional/activate/${id}`

  await test.step("P 2.2: the buttons are 'Ativar Conta - $19,90/mês' and 'Ativar Mais Tarde'", async () => {
    await expect(activate).toBeVisible()
    await expect(activate).toContainText('Activate account - $19.90/month')
    await expect(prompt.getByRole('button', { name: 'Ativar Mais Tarde' })).toBeVisible()
  })
  await test.step('P 4: after an activation error the modal stays open', async () => {
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
  await test.step("P 2.2: while working the button shows 'Processando...'", async () => {
    await activate.click()
    const working = prompt.getByRole('button', { name: 'Processando...' })
    await expect(working).toBeDisabled()
    answered.resolve()
  })
  await test.step('P 7: activating sends the professional to the address of the payment', async () => {
    await expect(page).toHaveURL(/\/dashboard\?payment=cancel/)
  })
})

test('a saved profile is edited', async ({ page }) => {
  await savedProfessional(page, 2)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  const parts = partsOf(page, t)

  await test.step("P 2.1: the header reads 'Edit Profile' when editing, with a Cancel button", async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Profile')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goBack()
  })
  await test.step('P 2.1: the form begins with what is saved', async () => {
    await expect(parts.name).toHaveValue('Robin Journey')
    await expect(parts.rate).toHaveValue('40')
    await expect(parts.years).toHaveValue('5+')
    await expect(parts.service('deep')).toBeChecked()
    await expect(
      page.getByRole('list', { name: 'Chosen service areas' }).getByRole('listitem'),
    ).toHaveText(['78701', 'Austin, TX'])
  })
  await test.step('P 2.1: gallery images that are saved are removed by a call', async () => {
    const [request] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'DELETE'),
      page.getByRole('button', { name: 'Remove photo 2' }).click(),
    ])
    expect(new URL(request.url()).searchParams.get('image_index')).toBe('1')
    await expect(page.getByText('1 of 5 photos')).toBeVisible()
  })
  await test.step("P 2.1: the submit button reads 'Update Profile' when editing", async () => {
    await expect(parts.update).toHaveText('Update Profile')
  })
  await page.clock.install()
  await parts.rate.fill('45')
  await parts.update.click()
  await test.step("P 2.1: after an edit the screen reads 'Profile Updated Successfully!'", async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Profile Updated Successfully!',
    )
    await expect(page.getByText('Redirecting to your dashboard...')).toBeVisible()
  })
  await test.step('P 4: after an edit the app goes to the dashboard by itself after 2.5 s', async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
    await expect(page).toHaveURL(/\/dashboard\/profile$/)
    await page.clock.runFor(2000)
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})

test('what was typed outlives a failed save, a lost connection and a reload', async ({ page }) => {
  await newProfessional(page)
  await page.goto('/dashboard/profile')
  const parts = await write(page)
  await parts.consent.check()
  await parts.ssn.fill('219098888')
  await parts.gallery.setInputFiles(await photo('kitchen.jpg'))

  await test.step("P 8: a server error without a sentence of its own is 'Failed to save profile. Please try again.'", async () => {
    await page.route(SAVE, async (route) => route.fulfill(BROKEN))
    await parts.create.click()
    await expect(page.getByRole('alert')).toHaveText('Failed to save profile. Please try again.')
    await page.unroute(SAVE)
  })
  await test.step('P 8: a refusal of the server is told in its own words', async () => {
    const detail = 'We are very busy right now. Please try again in a moment.'
    await page.route(SAVE, async (route) =>
      route.fulfill({ status: 503, json: { detail, code: 'overloaded' } }),
    )
    await parts.create.click()
    await expect(page.getByRole('alert')).toHaveText(detail)
    await page.unroute(SAVE)
  })
  await test.step("P 8: a network failure is 'Failed to save profile. Please check your connection and try again.'", async () => {
    await page.route(SAVE, async (route) => route.abort('internetdisconnected'))
    await parts.create.click()
    await expect(page.getByRole('alert')).toHaveText(
      'Failed to save profile. Please check your connection and try again.',
    )
    await page.unroute(SAVE)
  })
  await test.step('P 4: a failed save leads back to editing, with all that was typed and chosen', async () => {
    await expect(parts.name).toHaveValue('Robin Journey')
    await expect(parts.ssn).toHaveValue('219-09-8888')
    await expect(page.getByText('1 of 5 photos')).toBeVisible()
  })
  await test.step('P 2.1: a reload brings back what was typed, names the photos to choose again, and the number was never kept', async () => {
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(kept).toContain('Robin Journey')
    expect(kept).not.toMatch(/219-?09-?8888/)
    await page.reload()
    await expect(parts.name).toHaveValue('Robin Journey')
    await expect(parts.rate).toHaveValue('38.50')
    await expect(parts.service('deep')).toBeChecked()
    await expect(page.getByText('Please choose these again: me.jpg, kitchen.jpg')).toBeVisible()
    await parts.consent.check()
    await expect(parts.ssn).toHaveValue('')
  })
  await parts.portrait.setInputFiles(await photo('me.jpg'))
  await parts.create.click()
  await page.getByRole('button', { name: 'Ativar Mais Tarde' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(kept).not.toContain('38.50')
})

test('who logs out leaves nothing of an unsaved profile behind', async ({ page }) => {
  await newProfessional(page)
  await page.goto('/dashboard/profile')
  await partsOf(page, t).bio.fill('Only half a sentence')
  await page.goto('/dashboard')
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('app:logout') })
    .click()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('half')
})

test('a photo that did not arrive is sent again alone', async ({ page }) => {
  await savedProfessional(page)
  await page.goto('/dashboard/profile')
  const parts = partsOf(page, t)
  await parts.gallery.setInputFiles([await photo('one.jpg'), await photo('two.jpg')])
  let refused = false
  await page.route(GALLERY, async (route) => {
    if (refused) return route.continue()
    refused = true
    return route.abort('connectionreset')
  })
  await parts.update.click()
  await expect(page.getByText(t('profile:save.stuck', { count: 1 }))).toBeVisible()
  await expect(page.getByText('2 of 5 photos')).toBeVisible()
  await page.getByRole('button', { name: t('profile:gallery.retry') }).click()
  await expect(page.getByText('Profile Updated Successfully!')).toBeVisible()
})

test('photos that arrive at the second try leave nothing to be saved, and what was typed meanwhile is not left behind', async ({
  page,
}) => {
  await savedProfessional(page)
  await page.goto('/dashboard/profile')
  const parts = partsOf(page, t)
  const again = page.getByRole('button', { name: t('profile:gallery.retry') })
  const sendTwoInVain = async () => {
    await page.route(GALLERY, async (route) => route.abort('connectionreset'))
    await parts.gallery.setInputFiles([await photo('one.jpg'), await photo('two.jpg')])
    await parts.update.click()
    await expect(again).toHaveCount(2)
    await page.unroute(GALLERY)
    await again.first().click()
    await expect(again).toHaveCount(1)
  }

  await sendTwoInVain()
  await again.click()
  await expect(page.getByText('Profile Updated Successfully!')).toBeVisible()
  await page.goto('/dashboard/profile')
  await expect(page.getByText('2 of 5 photos')).toBeVisible()
  await expect(page.getByText(t('profile:draft.kept'))).toHaveCount(0)

  await sendTwoInVain()
  await parts.bio.fill('Careful, on time, and with a new machine.')
  await again.click()
  await expect(page.getByText('4 of 5 photos')).toBeVisible()
  await expect(parts.update).toBeEnabled()
  await expect(parts.bio).toHaveValue('Careful, on time, and with a new machine.')
  await page.reload()
  await expect(page.getByText(t('profile:draft.kept'))).toBeVisible()
  await expect(parts.bio).toHaveValue('Careful, on time, and with a new machine.')
})

test('five photos on a slow line arrive one by one, each with its own progress', async ({
  page,
  context,
}) => {
  const { id } = await savedProfessional(page)
  await page.goto('/dashboard/profile')
  const parts = partsOf(page, t)
  const names = ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg']
  await parts.gallery.setInputFiles(await Promise.all(names.map((name) => grainyPhoto(name))))
  const line = await context.newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 50,
    downloadThroughput: -1,
    uploadThroughput: 100_000,
  })
  await parts.update.click()
  for (const file of ['1.jpg', '5.jpg']) {
    const name = t('profile:gallery.sending', { file })
    await expect(page.getByRole('progressbar', { name })).toBeVisible()
  }
  await expect(page.getByText('Profile Updated Successfully!')).toBeVisible()
  const answer = await page.request.get(`/api/professional/profile/${id}`)
  const { profile } = (await answer.json()) as { profile: { gallery_images: string[] } }
  expect(profile.gallery_images).toHaveLength(5)
})

test('files that only call themselves photos are told in a sentence, and nothing is half saved', async ({
  page,
}) => {
  const { id } = await newProfessional(page)
  await page.goto('/dashboard/profile')
  const parts = await write(page)
  const unreadable = t('errors:image_unreadable')
  const saved = async () => {
    const answer = await page.request.get(`/api/professional/profile/${id}`)
    return ((await answer.json()) as { profile: { gallery_images: string[] } | null }).profile
  }
  await test.step('a profile photo that is none keeps the whole profile back', async () => {
    await page.getByRole('button', { name: t('profile:photo.drop') }).click()
    await parts.portrait.setInputFiles(fileOf('me.jpg', 5_242_880))
    await parts.create.click()
    await expect(page.getByText(unreadable)).toBeVisible()
    expect(await saved()).toBeNull()
    await expect(parts.name).toHaveValue('Robin Journey')
  })
  await test.step('a gallery photo that is none is told at itself, and the others are saved', async () => {
    const another = page.getByLabel(t('profile:photo.change'), { exact: true })
    await another.setInputFiles(await photo('me.jpg'))
    await parts.gallery.setInputFiles([await photo('one.jpg'), fileOf('two.jpg', 30_000)])
    await parts.create.click()
    await expect(page.getByText(unreadable)).toBeVisible()
    await expect(page.getByText(t('profile:save.stuck', { count: 1 }))).toBeVisible()
    expect((await saved())?.gallery_images).toHaveLength(1)
  })
})

test('failures around the form are told in the words of the catalogue', async ({ page }) => {
  await savedProfessional(page, 1)
  await test.step("P 8: without the service types 'Failed to load service types. Please refresh the page.'", async () => {
    await page.route('**/api/service-types', async (route) => route.fulfill(BROKEN))
    await page.goto('/dashboard/profile')
    await expect(
      page.getByText('Failed to load service types. Please refresh the page.'),
    ).toBeVisible()
    await page.unroute('**/api/service-types')
    await page.getByRole('button', { name: t('search:again') }).click()
    await expect(partsOf(page, t).service('deep')).toBeChecked()
  })
  const gone = async (route: { abort(): Promise<void> }) => route.abort()
  const failures = [
    [GALLERY, 'Remove photo 1', 'gallery'],
    [PORTRAIT, 'Remove photo', 'profile'],
  ] as const
  for (const [call, button, kind] of failures) {
    const remove = page.getByRole('button', { name: button, exact: true })
    await test.step("P 8: 'Failed to delete gallery image. Please try again.' and 'Failed to delete profile image. Please try again.' where the server fails", async () => {
      await page.route(call, async (route) => route.fulfill(BROKEN))
      await remove.click()
      await expect(
        page.getByText(`Failed to delete ${kind} image. Please try again.`),
      ).toBeVisible()
      await page.unroute(call)
    })
    await test.step("P 8: 'Error deleting gallery image. Please check your connection.' and 'Error deleting profile image. Please check your connection.' where the network fails", async () => {
      await page.route(call, gone)
      await remove.click()
      await expect(
        page.getByText(`Error deleting ${kind} image. Please check your connection.`),
      ).toBeVisible()
      await page.unroute(call)
    })
  }
})

test('who edits on two devices is told what changed, and overwrites nothing unseen', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  const { email } = await savedProfessional(page)
  await page.goto('/dashboard/profile')
  const here = partsOf(page, t)
  await here.rate.fill('50')

  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  await watch(context)
  const other = await context.newPage()
  await logIn(other, email, PASSWORD)
  await other.goto('/dashboard/profile')
  const there = partsOf(other, t)
  await there.rate.fill('60')
  await there.bio.fill('Written on the other device.')
  await there.update.click()
  await expect(other.getByText('Profile Updated Successfully!')).toBeVisible()
  await context.close()

  await here.update.click()
  await expect(page.getByText(/was changed on another device/)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Hourly rate: 60' })).toContainText(
    t('profile:conflict.also_here'),
  )
  await expect(here.bio).toHaveValue('Written on the other device.')
  await expect(here.rate).toHaveValue('50')
  await here.update.click()
  await expect(page.getByText('Profile Updated Successfully!')).toBeVisible()
})
