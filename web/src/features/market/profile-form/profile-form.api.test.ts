// rule: photo-required
import { expect, test } from 'vitest'
import { Refusal } from '#web/api/client.ts'
import type { Api } from '#web/api/client.ts'
import { removeFromGallery } from './profile-form.api.ts'

/** The gallery on the server, which another device has changed. */
function apiWith(gallery: string[]): Api {
  const call = async (name: string, input: { query?: Record<string, string> }) => {
    const { image_index: place, image_url: url = '' } = input.query ?? {}
    if (name.startsWith('GET')) return { profile: { gallery_images: [...gallery] } }
    if (gallery[Number(place)] !== url)
      throw new Refusal(404, { code: 'image_not_found', detail: 'Image not found' })
    return { gallery_images: gallery.filter((one) => one !== url) }
  }
  return { call } as unknown as Api
}

const remove = (gallery: string[]) =>
  removeFromGallery(apiWith(gallery), 'ana', { url: 'sofa', index: 1 })

test('a picture that another device has removed is gone here too', async () => {
  expect(await remove(['oven', 'window'])).toMatchObject({ gallery_images: ['oven', 'window'] })
})

test('a picture whose place another device has changed is removed from its new place', async () => {
  expect(await remove(['sofa', 'window'])).toEqual({ gallery_images: ['window'] })
})
