import { openGroups } from '../open-group.ts'
import type { Page } from '@playwright/test'
import { CLIENT_PASSWORD } from '../new-client.ts'
import { grainyPhoto } from '../profile-form.ts'
import { LONG_WORD } from './long-texts.ts'
import { asNewClient } from './people.ts'
import type { ScreenState } from './screen.ts'
import { press, signIn, withVisit } from './visits.ts'

type Work = { checklist: { id: string }[] }
type Photo = { photo: { file: string } }

/** A finished visit with tasks done, skipped and left, and photos; the professional is signed in. */
async function withWork(page: Page) {
  const { id, client } = await withVisit(page)
  const path = `/api/bookings/${id}`
  const read = await page.request.get(`${path}/visit`)
  const { checklist } = ((await read.json()) as { visit: Work }).visit
  for (const [index, item] of checklist.slice(0, 4).entries()) {
    const state = index === 1 ? 'skipped' : 'done'
    const note = index === 1 ? `The stove was hot, ${LONG_WORD}` : ''
    await page.request.put(`${path}/checklist/${item.id}`, { data: { state, note } })
  }
  const image = await grainyPhoto('kitchen.jpg')
  const files: string[] = []
  for (const moment of ['before', 'after', 'after']) {
    const sent = await page.request.post(`${path}/photos`, { multipart: { moment, image } })
    files.push(((await sent.json()) as Photo).photo.file)
  }
  await press(page, id, { stage: 'finished' })
  return { id, client, photos: { before: files[0], after: files[1] } }
}

/** A finished visit whose client is asked for a pair of its photos. The client is signed in. */
async function asAskedClient(page: Page) {
  const { id, client, photos } = await withWork(page)
  await page.request.post(`/api/bookings/${id}/pairs`, { data: photos })
  await signIn(page, client.email, CLIENT_PASSWORD)
  return id
}

/** Signs in the client of `asAskedClient`, who has allowed the pair. */
async function asAllowingClient(page: Page) {
  await asAskedClient(page)
  const read = await page.request.get('/api/pairs')
  const { pairs } = (await read.json()) as { pairs: { id: string }[] }
  await page.request.put(`/api/pairs/${pairs[0]!.id}`, { data: { state: 'allowed' } })
}

const scrollToPairs = (page: Page) =>
  page.locator('#pairs').evaluate((title) => title.scrollIntoView())

/** Tasks and photos of a visit, and the pairs for the profile. */
export const workScreens: readonly ScreenState[] = [
  {
    name: 'visits, photos to choose',
    path: async (page) => `/visits/${(await withWork(page)).id}`,
  },
  {
    name: 'visits, asked for photos',
    path: async (page) => `/visits/${await asAskedClient(page)}`,
    afterOpen: scrollToPairs,
  },
  {
    name: 'settings, photos allowed',
    signIn: asAllowingClient,
    path: '/settings',
    afterOpen: openGroups,
  },
  { name: 'settings, no photos', signIn: asNewClient, path: '/settings', afterOpen: openGroups },
]
