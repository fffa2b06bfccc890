// rule: profile-form-screen
import { expect } from '@playwright/test'
import { test } from '../../support/journey.ts'
import {
  fileOf,
  fillNewProfile,
  grainyPhoto,
  newProfessional,
  formFields,
  photo,
  savedProfessional,
} from '../../support/profile-form.ts'
import { translationsIn } from '../../support/translations.ts'

const t = translationsIn('en')
const GALLERY = '**/api/professional/profile/*/image/gallery*'

// Playwright's recorder requests the previews that it sees. The other messages are caused on purpose.
test.use({ expected: [/'blob:.*connect-src|Failed to load resource/] })

test('a photo whose upload failed is sent again alone', async ({ page }) => {
  await savedProfessional(page)
  await page.goto('/dashboard/profile')
  const fields = formFields(page, t)
  await fields.gallery.setInputFiles([await photo('one.jpg'), await photo('two.jpg')])
  let refused = false
  await page.route(GALLERY, async (route) => {
    if (refused) return route.continue()
    refused = true
    return route.abort('connectionreset')
  })
  await fields.update.click()
  await expect(page.getByText(t('profile:save.stuck', { count: 1 }))).toBeVisible()
  await expect(page.getByText('2 of 5 photos')).toBeVisible()
  await page.getByRole('button', { name: t('profile:gallery.retry') }).click()
  await expect(page.getByText('Profile Updated Successfully!')).toBeVisible()
})

test('photos that arrive at a retry complete the save, and values typed meanwhile stay in the form', async ({
  page,
}) => {
  await savedProfessional(page)
  await page.goto('/dashboard/profile')
  const fields = formFields(page, t)
  const retry = page.getByRole('button', { name: t('profile:gallery.retry') })
  const failTwoUploads = async () => {
    await page.route(GALLERY, async (route) => route.abort('connectionreset'))
    await fields.gallery.setInputFiles([await photo('one.jpg'), await photo('two.jpg')])
    await fields.update.click()
    await expect(retry).toHaveCount(2)
    await page.unroute(GALLERY)
    await retry.first().click()
    await expect(retry).toHaveCount(1)
  }

  await failTwoUploads()
  await retry.click()
  await expect(page.getByText('Profile Updated Successfully!')).toBeVisible()
  await page.goto('/dashboard/profile')
  await expect(page.getByText('2 of 5 photos')).toBeVisible()
  await expect(page.getByText(t('profile:draft.kept'))).toHaveCount(0)

  await failTwoUploads()
  await fields.bio.fill('Careful, on time, and with a new machine.')
  await retry.click()
  await expect(page.getByText('4 of 5 photos')).toBeVisible()
  await expect(fields.update).toBeEnabled()
  await expect(fields.bio).toHaveValue('Careful, on time, and with a new machine.')
  await page.reload()
  await expect(page.getByText(t('profile:draft.kept'))).toBeVisible()
  await expect(fields.bio).toHaveValue('Careful, on time, and with a new machine.')
})

test('five photos on a slow connection arrive one by one, each with its own progress', async ({
  page,
  context,
}) => {
  const { id } = await savedProfessional(page)
  await page.goto('/dashboard/profile')
  const fields = formFields(page, t)
  const names = ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg']
  await fields.gallery.setInputFiles(await Promise.all(names.map((name) => grainyPhoto(name))))
  const network = await context.newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 50,
    downloadThroughput: -1,
    uploadThroughput: 100_000,
  })
  await fields.update.click()
  for (const file of ['1.jpg', '5.jpg']) {
    const name = t('profile:gallery.sending', { file })
    await expect(page.getByRole('progressbar', { name })).toBeVisible()
  }
  await expect(page.getByText('Profile Updated Successfully!')).toBeVisible()
  const answer = await page.request.get(`/api/professional/profile/${id}`)
  const { profile } = (await answer.json()) as { profile: { gallery_images: string[] } }
  expect(profile.gallery_images).toHaveLength(5)
})

// rule: photos
test('files that are no pictures are refused with a sentence, and no incomplete profile is saved', async ({
  page,
}) => {
  const { id } = await newProfessional(page)
  await page.goto('/dashboard/profile')
  const fields = await fillNewProfile(page, t)
  const unreadable = t('errors:image_unreadable')
  const saved = async () => {
    const answer = await page.request.get(`/api/professional/profile/${id}`)
    return ((await answer.json()) as { profile: { gallery_images: string[] } | null }).profile
  }
  await test.step('a profile photo that is no picture prevents the save', async () => {
    await page.getByRole('button', { name: t('profile:photo.drop') }).click()
    await fields.portrait.setInputFiles(fileOf('me.jpg', 5_242_880))
    await fields.create.click()
    await expect(page.getByText(unreadable)).toBeVisible()
    expect(await saved()).toBeNull()
    await expect(fields.name).toHaveValue('Robin Journey')
  })
  await test.step('a gallery file that is no picture shows the refusal, and the others are saved', async () => {
    const replacement = page.getByLabel(t('profile:photo.change'), { exact: true })
    await replacement.setInputFiles(await photo('me.jpg'))
    await fields.gallery.setInputFiles([await photo('one.jpg'), fileOf('two.jpg', 30_000)])
    await fields.create.click()
    await expect(page.getByText(unreadable)).toBeVisible()
    await expect(page.getByText(t('profile:save.stuck', { count: 1 }))).toBeVisible()
    expect((await saved())?.gallery_images).toHaveLength(1)
  })
})
