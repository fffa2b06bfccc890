import { openGroups } from '../open-group.ts'
import type { Page } from '@playwright/test'
import { inDays, newClient } from '../new-client.ts'
import { inSequence, leaveStep, openDialog, waitForPageMessage } from './actions.ts'
import { LONG_WORD } from './long-texts.ts'
import { failRequests, keepRequestsPending } from './mock-answers.ts'
import { asNewClient } from './people.ts'
import type { ScreenState } from './screen.ts'

const LIST = '**/api/homes'
const ONE = '**/api/homes/*'
const NOWHERE = '/homes/00000000-0000-4000-8000-000000000000'

const HOME = {
  label: 'Lake house',
  address: '1200 Barton Springs Rd',
  city: 'Austin',
  state: 'TX',
  zip_code: '78704',
  kind: 'house',
  bedrooms: 3,
  bathrooms: 2.5,
  square_feet: 1850,
  floors: 2,
  pets: ['cat', 'dog'],
  parking: 'In the driveway, left of the garage.',
  supplies_at_home: true,
  rooms: [
    { kind: 'kitchen', important: true, note: 'Please be careful with the stone.' },
    { kind: 'office', name: 'Study', do_not_enter: true },
  ],
}

/** A new client with a house, and an office with long texts. */
async function asClientWithHomes(page: Page) {
  await newClient(page)
  const { home } = (await (await page.request.post('/api/homes', { data: HOME })).json()) as {
    home: { id: string }
  }
  const values = { door_code: '4711', key_place: 'Under the blue pot' }
  await page.request.put(`/api/homes/${home.id}/access`, { data: values })
  const office = { ...HOME, kind: 'office', label: '', address: `${LONG_WORD} 1200`, pets: [] }
  await page.request.post('/api/homes', { data: { ...office, rooms: [] } })
}

async function openFirstHome(page: Page) {
  await page.locator('main a[href^="/homes/"]').first().click()
  await page.locator('main:not(:has([aria-busy=true])) [name=address]').waitFor()
}

/** Another device saves the home while this one edits it. */
async function saveTwice(page: Page) {
  const path = `/api${new URL(page.url()).pathname}`
  const { home } = (await (await page.request.get(path)).json()) as { home: object }
  await page.request.put(path, { data: { ...home, label: 'Our house' } })
  await page.locator('main [type=submit][form]').click()
  await page.getByRole('alert').waitFor()
}

async function chooseTime(page: Page) {
  const dialog = page.locator('dialog[open]')
  await leaveStep(page)
  await dialog.locator('[name=booking_date]').fill(inDays(10))
  await dialog.locator('[name=booking_time]').fill('09:00')
  await leaveStep(page)
  await dialog.locator('[name=notes]').waitFor()
}

/** Two extras on a weekly visit, with fewer hours than estimated. */
async function chooseExtras(page: Page) {
  const dialog = page.locator('dialog[open]')
  await dialog.getByRole('checkbox').nth(0).check()
  await dialog.getByRole('checkbox').nth(3).check()
  await dialog.locator('[name=cleaning_frequency]').selectOption('weekly')
  await dialog.locator('[name=estimated_hours]').selectOption('3')
}

/** Saved homes: the list, the form, and the choice in the booking dialog. */
export const homeScreens: readonly ScreenState[] = [
  { name: 'homes', signIn: asClientWithHomes, path: '/homes' },
  { name: 'homes, none', signIn: asNewClient, path: '/homes' },
  {
    name: 'homes, loading',
    signIn: asNewClient,
    path: '/homes',
    beforeOpen: keepRequestsPending(LIST),
  },
  {
    name: 'homes, request failed',
    signIn: asNewClient,
    path: '/homes',
    beforeOpen: failRequests(LIST),
    afterOpen: waitForPageMessage,
  },
  { name: 'homes, new', signIn: asNewClient, path: '/homes/new' },
  {
    name: 'homes, saved',
    signIn: asClientWithHomes,
    path: '/homes',
    afterOpen: inSequence(openFirstHome, openGroups),
  },
  {
    name: 'homes, saved, conflict',
    signIn: asClientWithHomes,
    path: '/homes',
    afterOpen: inSequence(openFirstHome, saveTwice),
  },
  {
    name: 'homes, saved, deleting',
    signIn: asClientWithHomes,
    path: '/homes',
    afterOpen: inSequence(openFirstHome, openDialog('homes:delete.open')),
  },
  {
    name: 'homes, saved, request failed',
    signIn: asNewClient,
    path: NOWHERE,
    beforeOpen: failRequests(ONE),
    afterOpen: waitForPageMessage,
  },
  { name: 'homes, saved, not found', signIn: asNewClient, path: NOWHERE },
  {
    name: 'professional-profile, booking, homes',
    signIn: asClientWithHomes,
    path: '/professional/lucia-hernandez?book=1&zip_code=78704',
    afterOpen: chooseTime,
  },
  {
    name: 'professional-profile, booking, extras',
    signIn: asClientWithHomes,
    path: '/professional/grace-walker?book=1&zip_code=78704',
    afterOpen: chooseExtras,
  },
]
