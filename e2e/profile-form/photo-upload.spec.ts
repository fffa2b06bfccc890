// rule: photo-by-photo
import { expect } from '@playwright/test'
import { test } from '../support/journey.ts'
import {
  fileOf,
  fillNewProfile,
  grainyPhoto,
  newProfessional,
  partsOf,
  photo,
  savedProfessional,
} from '../support/profile-form.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')
const GALLERY = '**/api/professional/profile/*/image/gallery*'

// Playwright's recorder requests the previews that it sees. The other messages are caused on purpose.
test.use({ expected: [/'blob:.*connect-src|Failed to load resource/] })

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

test('photos that arrive at the second try complete the save, and values typed meanwhile stay in the form', async ({
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

test('five photos on a slow connection arrive one by one, each with its own progress', async ({
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

// rule: photo-formats
test('disguised files are refused with a sentence, and nothing is saved halfway', async ({
  page,
}) => {
  const { id } = await newProfessional(page)
  await page.goto('/dashboard/profile')
  const parts = await fillNewProfile(page, t)
  const unreadable = t('errors:image_unreadable')
  const saved = async () => {
    const answer = await page.request.get(`/api/professional/profile/${id}`)
    return ((await answer.json()) as { profile: { gallery_images: string[] } | null }).profile
  }
  await test.step('a profile photo that is no picture prevents the save', async () => {
    await page.getByRole('button', { name: t('profile:photo.drop') }).click()
    await parts.portrait.setInputFiles(fileOf('me.jpg', 5_242_880))
    await parts.create.click()
    await expect(page.getByText(unreadable)).toBeVisible()
    expect(await saved()).toBeNull()
    await expect(parts.name).toHaveValue('Robin Journey')
  })
  await test.step('a gallery file that is no picture shows its complaint, and the others are saved', async () => {
    const another = page.getByLabel(t('profile:photo.change'), { exact: true })
    await another.setInputFiles(await photo('me.jpg'))
    await parts.gallery.setInputFiles([await photo('one.jpg'), fileOf('two.jpg', 30_000)])
    await parts.create.click()
    await expect(page.getByText(unreadable)).toBeVisible()
    await expect(page.getByText(t('profile:save.stuck', { count: 1 }))).toBeVisible()
    expect((await saved())?.gallery_images).toHaveLength(1)
  })
})
