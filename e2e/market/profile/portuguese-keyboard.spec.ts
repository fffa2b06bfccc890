// rule: profile-form-screen, profile-save
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { waitForHydration } from '../../support/hydration.ts'
import { test } from '../../support/journey.ts'
import { newProfessional, formFields, photo } from '../../support/profile-form.ts'
import { translationsIn } from '../../support/translations.ts'

const t = translationsIn('pt')
const TABS_MAX = 20

// Playwright's recorder requests the previews that it sees.
test.use({
  locale: 'pt-BR',
  viewport: { width: 390, height: 844 },
  contextOptions: { reducedMotion: 'reduce' },
  expected: [/'blob:.*connect-src/],
})

/** Presses Tab until an element has the focus, and checks that the focus is visible at each step. */
async function tabTo(page: Page, target: Locator) {
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(isFocusVisible)).toBe(true)
    if (await target.evaluate((node) => node === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}

/** Runs in the page: the focused element is on the screen, and it or its label has an outline. */
function isFocusVisible(): boolean {
  const node = document.activeElement
  if (!node || node === document.body) return false
  const { top, bottom } = node.getBoundingClientRect()
  const candidates = [node, node.nextElementSibling, node.parentElement].filter(
    (candidate) => candidate !== null,
  )
  const isOutlined = candidates.some((candidate) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(candidate)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  })
  return bottom > 0 && top < innerHeight && isOutlined
}

test('a new professional completes and saves a profile with the keyboard only, on a phone, in Portuguese', async ({
  page,
}) => {
  const { id } = await newProfessional(page)
  const { keyboard } = page
  await page.goto('/dashboard')
  await tabTo(page, page.getByRole('link', { name: t('dashboard:state.write_profile') }))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('profile:create.title'))
  // On a busy machine the link is followed before the dashboard has hydrated, and then the form is a new page.
  await waitForHydration(page)
  // Playwright catches file choosers only while a listener is set, and starts doing so a little later than a key is
  // pressed.
  page.on('filechooser', () => {})
  const fields = formFields(page, t)
  // The form follows its title.
  await expect(fields.name).toBeVisible()
  const choose = async (field: Locator, file: string) => {
    await tabTo(page, field)
    const chooser = page.waitForEvent('filechooser')
    await keyboard.press('Enter')
    await (await chooser).setFiles(await photo(file))
  }
  const type = async (field: Locator, text: string) => {
    await tabTo(page, field)
    await keyboard.type(text)
  }

  await choose(fields.portrait, 'eu.jpg')
  await expect(page.getByAltText(t('profile:photo.preview'))).toBeVisible()
  await type(fields.name, 'Joana Exemplo')
  await type(fields.bio, 'Faço faxina com capricho e no horário combinado.')
  await type(fields.social, 'instagram.com/joana.exemplo')
  const openNext = async (part: 'services' | 'where' | 'photos') => {
    await tabTo(page, fields.next(part))
    await keyboard.press('Enter')
    await expect(fields.part(part)).toBeFocused()
  }
  await openNext('services')
  await type(fields.rate, '42.50')
  await type(fields.years, '5')
  await expect(fields.years).toHaveValue('5+')
  await type(fields.employees, '4')
  await expect(fields.employees).toHaveValue('4-6')
  for (const service of ['standard', 'deep'] as const) {
    await tabTo(page, fields.service(service))
    await keyboard.press('Space')
    await expect(fields.service(service)).toBeChecked()
  }
  await openNext('where')
  await type(fields.areas, 'Boston, M')
  await expect(fields.place('Boston, MA')).toBeVisible()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await keyboard.type('02139')
  await expect(fields.place(/02139/)).toBeVisible()
  await keyboard.press('Enter')
  const chosen = page.getByRole('list', { name: t('profile:areas.chosen') })
  await expect(chosen.getByRole('listitem')).toHaveText(['Boston, MA', '02139'])
  await openNext('photos')
  await choose(fields.gallery, 'cozinha.jpg')
  await expect(page.getByText(t('profile:gallery.held', { count: 1, most: 5 }))).toBeVisible()
  await tabTo(page, fields.consent)
  await keyboard.press('Space')
  await type(fields.ssn, `9${String(Date.now()).slice(-8)}`)
  await expect(fields.ssn).toHaveValue(/^9\d\d-\d\d-\d{4}$/)
  await tabTo(page, fields.create)
  await keyboard.press('Enter')

  const prompt = page.getByRole('dialog', { name: 'Perfil Criado com Sucesso!' })
  const later = prompt.getByRole('button', { name: 'Ativar Mais Tarde' })
  await expect(prompt).toBeVisible()
  if (!(await later.evaluate((node) => node === document.activeElement))) await tabTo(page, later)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('profile:saved.created'))
  await tabTo(page, page.getByRole('button', { name: t('profile:saved.go') }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)

  const answer = await page.request.get(`/api/professional/profile/${id}`)
  const { profile } = (await answer.json()) as { profile: Record<string, unknown> }
  expect(profile).toMatchObject({
    full_name: 'Joana Exemplo',
    hourly_rate: 42.5,
    years_experience: '5+',
    employees_count: '4-6',
    services_offered: ['standard', 'deep'],
    service_areas: ['Boston, MA', '02139'],
    background_check_status: 'pending',
  })
  expect(profile['gallery_images']).toHaveLength(1)
})
