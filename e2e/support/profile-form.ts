import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { newEmail } from './journey.ts'

export const PASSWORD = 'polished floors 7'

/** Registers a professional without a profile and signs the page in. */
export async function newProfessional(page: Page): Promise<{ id: string; email: string }> {
  const email = newEmail()
  const facts = { first_name: 'Robin', last_name: 'Journey', phone: '512-555-0177' }
  const answer = await page.request.post('/api/auth/register', {
    data: { ...facts, email, password: PASSWORD, role: 'professional' },
  })
  expect(answer.ok()).toBe(true)
  const { id } = (await answer.json()) as { id: string }
  return { id, email }
}

const GREEN = { r: 150, g: 190, b: 170 }
const SIZE = { width: 800, height: 600 }
/** The server makes a small picture in a tenth of the time. */
const SMALL = { width: 240, height: 180 }

/** A real JPEG for a file input. */
export async function photo(name: string, color = GREEN, { width, height } = SIZE) {
  const shape = { width, height, channels: 3 as const, background: color }
  return {
    name,
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: shape }).jpeg().toBuffer(),
  }
}

/** A JPEG of about a hundred kilobytes. */
export async function grainyPhoto(name: string) {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const shape = { width: 500, height: 400, channels: 3 as const, background: '#888', noise }
  return {
    name,
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: shape }).jpeg({ quality: 85 }).toBuffer(),
  }
}

/** A JPEG above 5 MB, as a phone makes it: its pixels lie on their side, and it says how to turn them. */
export async function largePhoto(name: string) {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const shape = { width: 2600, height: 900, channels: 3 as const, background: '#888', noise }
  const fine = { quality: 100, chromaSubsampling: '4:4:4' }
  const turned = sharp({ create: shape }).withMetadata({ orientation: 6 })
  return { name, mimeType: 'image/jpeg', buffer: await turned.jpeg(fine).toBuffer() }
}

/** A file of `bytes` zero bytes that is announced as a JPEG but is none. */
export function fileOf(name: string, bytes: number) {
  return { name, mimeType: 'image/jpeg', buffer: Buffer.alloc(bytes) }
}

/** Registers a professional with a saved profile over the API, with `gallery` photos; returns id and email. */
export async function savedProfessional(page: Page, gallery = 0, areas = '78701,Austin, TX') {
  const professional = await newProfessional(page)
  const form = new FormData()
  const file = async (name: string, size = SIZE) => {
    const { buffer, mimeType } = await photo(name, GREEN, size)
    return new File([new Uint8Array(buffer)], name, { type: mimeType })
  }
  const fields = {
    user_id: professional.id,
    full_name: 'Robin Journey',
    bio: 'I clean homes with care and come on time, with my own supplies and a list of what you wish for.',
    hourly_rate: '40',
    services_offered: 'standard,deep',
    service_areas: areas,
    years_experience: '5+',
    employees_count: '1-3',
    social_media_url: '',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('profile_image', await file('me.jpg', SMALL))
  for (let n = 1; n <= gallery; n += 1) form.append('gallery_images', await file(`work-${n}.jpg`))
  const answer = await page.request.put(`/api/professional/profile/${professional.id}`, {
    multipart: form,
  })
  expect(answer.ok()).toBe(true)
  return professional
}

/** The fields and buttons of the profile form, found by their labels. */
export function formFields(page: Page, t: (key: never) => string) {
  const translate = t as (key: string) => string
  const field = (key: string) => page.getByLabel(translate(key), { exact: true })
  return {
    name: field('profile:full_name'),
    bio: field('profile:bio'),
    rate: field('profile:hourly_rate'),
    years: field('profile:years_experience'),
    employees: field('profile:employees_count'),
    social: field('profile:social_media_url'),
    consent: field('verification:consent.agree'),
    ssn: field('profile:verification.ssn'),
    areas: field('profile:areas.label'),
    portrait: page.getByLabel(translate('profile:photo.choose'), { exact: true }),
    gallery: page.getByLabel(translate('profile:gallery.add'), { exact: true }),
    /** The button that opens a part on a phone. */
    part: (name: 'you' | 'services' | 'where' | 'photos') =>
      page
        .getByRole('navigation', { name: translate('profile:parts.label') })
        .getByRole('button', { name: translate(`profile:parts.${name}`) }),
    next: (name: 'services' | 'where' | 'photos') =>
      page.getByRole('button', {
        name: translate('profile:parts.next').replace(
          '{{part}}',
          translate(`profile:parts.${name}`),
        ),
      }),
    service: (type: string) =>
      page.getByLabel(translate(`search:service_types.${type}`), { exact: true }),
    create: page.getByRole('button', { name: translate('profile:create.submit'), exact: true }),
    update: page.getByRole('button', { name: translate('profile:edit.submit'), exact: true }),
    place: (name: string | RegExp) => page.getByRole('listbox').getByRole('option', { name }),
  }
}

/** Fills in a complete new profile. */
export async function fillNewProfile(page: Page, t: Parameters<typeof formFields>[1]) {
  const fields = formFields(page, t)
  await fields.portrait.setInputFiles(await photo('me.jpg'))
  await fields.name.fill('Robin Journey')
  await fields.bio.fill('Careful, on time, with my own supplies.')
  await fields.rate.fill('38.50')
  await fields.service('deep').check()
  await fields.areas.fill('02118')
  await fields.place(/02118/).click()
  return fields
}
